import { all, type Operation } from 'effection';
import * as z from 'zod';
import { clientFactsSchema, tellOfClient } from '../mcp/client-facts.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { isObject } from '../protocol/json.ts';
import { plainText } from '../protocol/plain-text.ts';
import { createMcpTool } from '../tool/create-mcp-tool.ts';

/** One question of the doctor's. */
interface Probe {
  /** What it is about, which begins its line of the result. */
  readonly title: string;
  readonly message: string;
  readonly field: z.ZodType;
  /** Reads an accepted value. @default what was sent */
  readonly read?: (value: unknown) => string;
  readonly check?: (value: unknown) => string | undefined;
}

const sizes = z.union([
  z.literal('s').meta({ title: 'Small' }),
  z.literal('m').meta({ title: 'Medium' }),
  z.literal('l').meta({ title: 'Large' }),
]);

/** The questions that are forms, in their order, by key. */
const probes: Readonly<Record<string, Probe>> = {
  text: { title: 'Text', message: 'Type any word.', field: z.string().meta({ title: 'Any word' }) },
  number: { title: 'Number', message: 'Type the number 1.5.', field: z.number().meta({ title: 'A number' }) },
  integer: { title: 'Whole number', message: 'Type the number 7.', field: z.int().meta({ title: 'A whole number' }) },
  yesNo: { title: 'Yes or no', message: 'Say yes.', field: z.boolean().meta({ title: 'Yes or no' }) },
  one: { title: 'One of few', message: 'Choose Medium.', field: sizes.meta({ title: 'Your size' }) },
  several: {
    title: 'Several of few',
    message: 'Choose Small and Large.',
    field: z.array(sizes).min(1).meta({ title: 'Your sizes' }),
  },
  date: { title: 'Date', message: 'Enter the date 2027-03-01.', field: z.iso.date().meta({ title: 'The day' }) },
  group: {
    title: 'Group of fields',
    message: 'Type any town and any street.',
    field: z
      .object({ town: z.string(), street: z.string() })
      .partial()
      .meta({ required: ['town', 'street'] }),
  },
  start: {
    title: 'Default',
    message: 'Send this form as it stands.',
    field: z.string().meta({ title: 'A town', default: 'Lisbon' }),
    read: (value) => (value === 'Lisbon' ? 'sent the default' : `sent ${shown(value)} for the default`),
  },
  again: {
    title: 'Refused answer',
    message: 'Type any word. It is refused once, to see what the form keeps.',
    field: z.string().meta({ title: 'A word' }),
    check: (value) =>
      typeof value !== 'string' || value.endsWith('!')
        ? undefined
        : 'Refused on purpose. Type only an exclamation mark, behind what the form holds now.',
    read: (value) => (value === '!' ? 'asked again, with an empty form' : 'asked again, and kept what was typed'),
  },
  no: {
    title: 'Saying no',
    message: 'Say no to this question: decline it, or close it.',
    field: z.string().meta({ title: 'Nothing' }),
    read: () => 'the question was accepted',
  },
};

/** The tool of `elicitkit doctor`: it asks one of everything, and says in words what the host made of it. */
export const doctor = tellOfClient(
  createMcpTool('doctor')
    .description('Find out what this host can ask a person: it asks one of everything. Show the result as it is.')
    .parameters(z.object({ client: clientFactsSchema }))
    .elicits(Object.fromEntries(Object.entries(probes).map(([key, { field }]) => [key, required(field)])), {
      url: true,
      concurrent: true,
    })
    .repeatable()
    .execute(function* ({ client }, ctx) {
      function* askForm([key, { title, message, read = sent, check }]: [string, Probe]): Operation<string> {
        const checking = check && { check: (content: unknown) => issuesOf(check(valueOf(content))) };
        return `${title}: ${outcome(yield* ctx.elicit(key, { message }, checking), read)}.`;
      }
      function* askPage(): Operation<string> {
        if (!client.url) return 'Page: the host does not declare elicitation.url.';
        const given = yield* ctx.elicit.url({ message: 'Agree to open this page.', url: 'https://example.com/' });
        return `Page: ${given.action === 'accept' ? 'agreed to open' : outcome(given, sent)}.`;
      }
      function* askModel(): Operation<string> {
        if (!client.sampling) return 'Model: the host does not declare sampling.';
        try {
          const { text } = yield* ctx.sample({ prompt: 'Say yes.', maxTokens: 20 });
          return `Model: answered ${shown(text)}.`;
        } catch (error) {
          return `Model: ${failure(error)}.`;
        }
      }
      const forms = client.form ? Object.entries(probes).map((probe) => () => askForm(probe)) : [];
      const asks = [...forms, askPage, askModel];
      const lines: string[] = [];
      // From 2026-07-28, clients of the SDK go ten rounds with a call. Before, a host shows one question at a time.
      if (client.hasRounds) lines.push(...(yield* all(asks.map((ask) => ask()))));
      else for (const ask of asks) lines.push(yield* ask());
      const about = `${client.name}, with MCP ${client.revision}, declares ${client.declares.join(', ') || 'nothing'}.`;
      const none = 'Forms: the host does not declare elicitation, so no tool can ask the person anything here.';
      return [about, ...(client.form ? [] : [none]), ...lines].join('\n');
    }),
);

/** A form of one field, which hosts are told to require. An answer without it is taken, so that the result can say so. */
function required(field: z.ZodType): z.ZodType {
  return z.object({ value: field.optional() }).meta({ required: ['value'] });
}

function outcome(given: ElicitResult<unknown>, read: (value: unknown) => string): string {
  switch (given.action) {
    case 'accept': {
      const value = valueOf(given.content);
      return isEmpty(value) ? 'accepted without a value' : read(value);
    }
    case 'decline':
      return 'declined';
    case 'cancel':
      return given.reason === 'failed' ? 'the host failed to ask it' : 'closed';
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (isObject(value) && Object.keys(value).length === 0);
}

function sent(value: unknown): string {
  return `sent ${shown(value)}`;
}

function valueOf(content: unknown): unknown {
  return isObject(content) ? content['value'] : undefined;
}

function issuesOf(issue: string | undefined): string[] | undefined {
  return issue === undefined ? undefined : [issue];
}

function failure(error: unknown): string {
  // Anything else is a fault of ours.
  if (!(error instanceof CodedError)) throw error;
  return `failed: ${plainText(error.message, 200)}`;
}

function shown(value: unknown): string {
  return plainText(JSON.stringify(value), 100);
}
