import { expect } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/plugin.ts';
import { runInTerminal, type TerminalError } from '../../src/terminal.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import { openApp } from '../ag-ui/agent.ts';
import { connect, endpointOf } from '../mcp/harness.ts';
import { controlU, createPerson as createTyper, down, enter } from '../terminal/person.ts';
import type { createPerson, Typing } from './person.ts';
import { modelSays, provider } from './provider.ts';

/** Runs a tool in a place, for somebody who sees only what the place shows. Resolves to what the model reads. */
export type Place = (tool: AnyMcpTool, params: JsonObject, person: Person) => Promise<Finished>;

/** How a tool came to its end. */
export interface Finished {
  /** The result, in JSON. */
  readonly result: string;
  /** The words of the questions, as often as each was asked. */
  readonly seen: readonly string[];
}

type Person = ReturnType<typeof createPerson>;

/** A host of MCP that knows nothing of us. */
export function inHost(era: 'modern' | 'legacy'): Place {
  return async (tool, params, person) => {
    const seen: string[] = [];
    const { client } = await connect(endpointOf([tool], { provider }), era, {
      rounds: 50,
      onAsked({ message, requestedSchema = {} }) {
        seen.push(message);
        // Neither `_meta` nor unknown keywords are shown.
        const { type, properties, required } = JSON.parse(JSON.stringify(requestedSchema)) as JsonObject;
        return { action: 'accept', content: person.fillIn({ type, properties, required } as JsonObject, message) };
      },
    });
    const { content, isError } = await client.callTool({ name: tool.name, arguments: params });
    if (isError === true) throw new Error(JSON.stringify(content));
    return { result: JSON.stringify(content), seen };
  };
}

/** A client of AG-UI that knows nothing of us. */
export const overAgUi: Place = async (tool, params, person) => {
  let result = '';
  const app = await openApp({
    tools: [tool],
    says(messages) {
      const last = messages.at(-1);
      if (last?.role === 'tool') result = last.content;
      if (last?.role === 'tool') return { text: last.content };
      return last?.content === 'Go'
        ? { text: '', toolCalls: [{ name: tool.name, arguments: params }] }
        : { text: modelSays(last?.content ?? '') };
    },
  });
  const seen: string[] = [];
  let events = await app.events({ threadId: 't', messages: [{ id: 'm1', role: 'user', content: 'Go' }] });
  for (;;) {
    const { interrupts = [] } = (events.at(-1)?.['outcome'] ?? {}) as { interrupts?: Interrupt[] };
    if (interrupts.length === 0) return { result, seen };
    seen.push(...interrupts.map(({ message }) => message));
    const resume = interrupts.map(({ id, message, responseSchema }) => ({
      interruptId: id,
      status: 'resolved',
      payload: person.answer(responseSchema, message),
    }));
    events = await app.events({ threadId: 't', resume });
  }
};

interface Interrupt {
  id: string;
  message: string;
  responseSchema: JsonObject;
}

/** A terminal where nobody can type, with a file of answers. */
export const withAnswers: Place = async (tool, params, person) => {
  const { input, output } = createTyper();
  const nobody = { input: Object.assign(input, { isTTY: false }), output: Object.assign(output, { isTTY: false }) };
  const answers: Record<string, JsonValue> = {};
  const seen: string[] = [];
  // Each run that lacks an answer says which, and what its answer may be.
  for (;;) {
    try {
      const result: unknown = await runInTerminal(
        tool as never,
        params as never,
        { ...nobody, answers, provider } as never,
      );
      return { result: JSON.stringify(result), seen };
    } catch (error) {
      const { code, question } = error as TerminalError;
      if (code !== 'TERMINAL_UNANSWERED' || question === undefined) throw error;
      const { name, message, schema } = question;
      seen.push(message);
      answers[name] = person.answer(schema, message) as JsonValue;
    }
  }
};

/** A terminal, as somebody sees it and types into it. */
interface Screen {
  /** All that was shown so far, as text. */
  shown(): string;
  press(...keys: string[]): void;
}

/**
 * Somebody at a terminal, who knows what it shows.
 *
 * @param isAgain - a question is asked again: they leave it as it is filled in
 */
export function atTerminal(type: Typing, isAgain = () => false): Place {
  return async (tool, params) => {
    const { input, output, shown, press } = createTyper();
    const running = runInTerminal(
      tool as never,
      params as never,
      { input, output, provider } as never,
    ) as Promise<unknown>;
    const seen = await answerPrompts({ shown, press }, running, type, isAgain);
    return { result: JSON.stringify(await running), seen };
  };
}

/** Answer what a program asks, until it is over. Resolves to the prompts, as they were shown. */
export async function answerPrompts(screen: Screen, running: Promise<unknown>, type: Typing, isAgain = () => false) {
  const seen: string[] = [];
  let isOver = false;
  running.then(
    () => (isOver = true),
    () => (isOver = true),
  );
  for (let before = ''; !isOver;) {
    await new Promise((resolve) => setTimeout(resolve, 60));
    const shown = screen.shown();
    const isStill = shown === before;
    before = shown;
    const prompt = shown.slice(shown.lastIndexOf('◆'));
    // A prompt that was answered has another mark.
    if (!isStill || !prompt.startsWith('◆') || prompt.includes('◇')) continue;
    if (seen.length > mostPrompts) throw new Error(`It asks without an end:\n${shown.slice(-2000)}`);
    seen.push(prompt);
    screen.press(...(isAgain() ? sendOf(prompt) : keysFor(prompt, seen.length, type)));
    await expect.poll(() => isOver || screen.shown() !== shown).toBe(true);
  }
  return seen;
}

const mostPrompts = 60;

const sendOf = (prompt: string) => (prompt.includes('Enter twice') ? [enter, enter] : [enter]);

/** No option is chosen twice. */
function keysFor(prompt: string, nth: number, type: Typing): string[] {
  if (/Yes \/ .* No/.test(prompt)) return ['y'];
  const downs = Array.from({ length: nth }, () => down);
  if (/[◻◼]/.test(prompt)) return [...downs, ' ', enter];
  if (/[●○]/.test(prompt)) return [...downs, enter];
  const typed = type(prompt, fieldIn(prompt));
  return [controlU, String(typed), ...sendOf(prompt)];
}

/** What kind of text a prompt asks for, as far as it says so. */
function fieldIn(prompt: string): JsonObject {
  if (prompt.includes('name@example.com')) return { type: 'string', format: 'email' };
  if (prompt.includes('YYYY-MM-DD')) return { type: 'string', format: 'date' };
  const [, least] = /(?:at least|from|between) (\d+)/i.exec(prompt) ?? [];
  return /how many|number/i.test(prompt)
    ? { type: 'number', ...(least && { minimum: Number(least) }) }
    : { type: 'string' };
}
