import * as z from 'zod';
import { deepest } from './bounds.ts';
import type { JsonObject } from './json.ts';
import { askedToSchema, type AskedTo } from './person.ts';
import { jsonObject, list, moment, mostEntries, shortId, shortName } from './wire-schemas.ts';

/** One problem with an answer. */
export interface ElicitIssue {
  /** Property names and indexes from the answer's root. Empty for the answer as a whole. */
  path: readonly (string | number)[];
  /** The problem, in words for the person. */
  message: string;
}

/** A question on the wire, as pure JSON. Each side finds its zod schema by `toolName` and `key`. */
export interface ElicitRequest {
  sessionId: string;
  /** The id of the tool call that asks. Equal to `sessionId` on our own wire. */
  callId: string;
  toolName: string;
  /** Identifies this question. It stays the same when the question is asked again. */
  elicitId: string;
  /** The key of the tool's declared question, `~url` in mode 'url', or `~open:` and a name. */
  key: string;
  /** The question's text for the person. */
  message: string;
  /** The JSON Schema of the answer as it is sent (zod's input side), with context data in `x-model-context`. */
  schema: JsonObject;
  /**
   * JSON Schema of the same answer for a place without the question's card, such as the form of a page without a plugin:
   * what can be chosen, by title. The server takes an answer to either schema. @default the same as `schema`
   */
  plain?: JsonObject | undefined;
  /** What the card shows beside the answer, in text, for a place without the card. @default nothing */
  inWords?: string | undefined;
  /** The question's index within its call, from 0. */
  seq: number;
  /** From 1. Rises by one each time an answer is refused. */
  attempt: number;
  /** The tool's arguments. */
  params?: unknown;
  /** What the tool's handoff shows to the browser. */
  handoff?: unknown;
  /** The problems with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  /** The id of the person who gave that answer, if the host identified them. Absent in what a page hears. */
  issuesFor?: string | undefined;
  /** How it asks: with a component or a form, or for a page to be opened. @default 'form' */
  mode?: 'form' | 'url' | undefined;
  /** The full address of the page to open, in mode 'url'. */
  url?: string | undefined;
  /**
   * In mode 'url': the page itself tells the server when the person is done, and the question ends then. Names what the
   * tool waits for. @default the question ends when the person opens the page
   */
  until?: string | undefined;
  /** When the question ends by itself, in milliseconds since the Unix epoch. */
  expiresAt?: number | undefined;
  /** With `expiresAt`: how long it waits, and how much time the person gets who asks for more, in milliseconds. */
  timeout?: number | undefined;
  /** How many more times the person may ask for more time. @default 0 */
  extensions?: number | undefined;
  /**
   * The call's answers that can be changed while this question waits: from the `seq` of one question to that of another,
   * both included. @default none
   */
  changeable?: readonly SeqRange[] | undefined;
  /**
   * Somebody else answers: the person of the conversation only sees that it waits, and may withdraw it.
   *
   * @default that person
   */
  to?: AskedTo | undefined;
}

/** From one `seq` to another, both included. */
export type SeqRange = readonly [from: number, to: number];

export const elicitIssueSchema: z.ZodType<ElicitIssue> = z.object({
  path: list(z.union([z.string(), z.number()]), deepest),
  message: z.string(),
});

const seq = z.int().min(0);

/** What every wire says of a question in the same form. */
export const questionShape = {
  toolName: shortName,
  key: shortName,
  message: z.string(),
  inWords: z.string().optional(),
  params: z.unknown().optional(),
  handoff: z.unknown().optional(),
  issues: list(elicitIssueSchema, mostEntries.issues).optional(),
  mode: z.enum(['form', 'url']).optional(),
  url: z.string().optional(),
};

/** Fills in what a server may leave out: `seq` 0, `attempt` 1. */
export const elicitRequestSchema: z.ZodType<ElicitRequest> = z.object({
  ...questionShape,
  sessionId: shortId,
  callId: shortId,
  elicitId: shortId,
  schema: jsonObject,
  plain: jsonObject.optional(),
  seq: seq.default(0),
  attempt: z.int().min(1).default(1),
  until: shortName.optional().catch(undefined),
  expiresAt: moment,
  timeout: z.number().min(0).optional().catch(undefined),
  extensions: z.int().min(0).optional().catch(undefined),
  changeable: list(z.tuple([seq, seq]), mostEntries.changeable)
    .optional()
    .catch(undefined),
  to: askedToSchema.optional(),
});
