import type { JsonObject, JsonValue } from '../../src/plugin.ts';
import { runInTerminal, type TerminalError } from '../../src/terminal.ts';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import { openApp } from '../ag-ui/agent.ts';
import { connect, endpointOf } from '../mcp/harness.ts';
import { createPerson as createTyper } from '../terminal/person.ts';
import type { createPerson } from './person.ts';
import { modelSays, provider } from './tools.ts';

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
      onAsked({ message, requestedSchema = {} }) {
        seen.push(message);
        // Neither `_meta` nor unknown keywords are shown.
        const { type, properties } = JSON.parse(JSON.stringify(requestedSchema)) as JsonObject;
        return { action: 'accept', content: person.fillIn({ type, properties } as JsonObject, message) };
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
      const result: unknown = await runInTerminal(tool as never, params, { ...nobody, answers, provider } as never);
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
