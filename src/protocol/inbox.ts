import * as z from 'zod';
import { pluginElicitResponseSchema, requestIdSchema, type PluginElicitResponse } from './chat-request.ts';
import { elicitRequestSchema, type ElicitRequest } from './elicit-request.ts';
import { elicitActionSchema, type ElicitAction } from './elicit-result.ts';
import { toldPersonSchema } from './person.ts';
import { list, moment, shortId, shortName } from './wire-schemas.ts';

/** Where a question is: the call that asks it, and its id there. */
export interface QuestionPlace {
  readonly callId: string;
  readonly elicitId: string;
}

/** A question that waits for somebody. */
export interface WaitingItem extends QuestionPlace {
  readonly toolName: string;
  /** The question's text. */
  readonly message: string;
  /** The id of the person for whom the call runs. Undefined for somebody whom the host did not identify. */
  readonly from?: string | undefined;
  /** Their name, if `identify` gives one. */
  readonly fromName?: string | undefined;
  /** When it was first asked, in milliseconds since the Unix epoch. Undefined for a question without `to`. */
  readonly askedAt?: number | undefined;
  /** When it ends by itself, in milliseconds since the Unix epoch. @default never */
  readonly expiresAt?: number | undefined;
}

/** A question for somebody whom its `to` names, as their inbox lists it. */
export interface InboxItem extends WaitingItem {
  readonly askedAt: number;
}

/** A page of what waits for somebody, the oldest first. */
export interface InboxPage {
  readonly items: readonly InboxItem[];
  /** Gives the next page. Absent on the last one. */
  readonly next?: string | undefined;
  /** Names what waits now: who waits for news gives it back. */
  readonly mark: string;
}

/** A question that somebody has answered. */
export interface SettledQuestion {
  readonly outcome: 'settled';
  readonly action: ElicitAction;
  /** Tells whether it was this answer that counted. */
  readonly answerId?: string | undefined;
  /** The person who answered, if the host identified them: their name alone reaches a page. */
  readonly by?: { readonly name?: string | undefined } | undefined;
  /** Needs two people, so a link alone does not tell who answered. Absent in what a page hears. */
  readonly notOwner?: true | undefined;
}

/** A question of an inbox, whole. */
export type OpenedQuestion =
  | { readonly outcome: 'waits'; readonly item: WaitingItem; readonly question: ElicitRequest }
  | SettledQuestion
  /** There is none, or it is not for this person. */
  | { readonly outcome: 'gone' };

/** What came of an answer that an inbox gave. */
export type InboxAnswered =
  | SettledQuestion
  /** It does not count: the question is asked again, with issues. Or the person has more time for it. */
  | { readonly outcome: 'asked'; readonly question: ElicitRequest }
  | { readonly outcome: 'gone' };

/** What an inbox wants of a server. The body of its POST is `{ "inbox": … }`, and the response is JSON. */
export type InboxRequest =
  /** A page of what waits: an `InboxPage`. @default the first */
  | { readonly after?: string | undefined }
  /** `{ "news": true }` once something else waits, `{ "news": false }` after a while. */
  | { readonly wait: string }
  /** An `OpenedQuestion`. */
  | { readonly open: QuestionPlace }
  /** An `InboxAnswered`. */
  | { readonly answer: PluginElicitResponse };

const cursor = z.string().max(500);

/** One object and not a union, so that a refusal names the field that is wrong. */
export const inboxRequestSchema = z
  .strictObject({
    after: cursor.optional(),
    wait: cursor.optional(),
    open: z.object({ callId: requestIdSchema, elicitId: requestIdSchema }).optional(),
    answer: pluginElicitResponseSchema.optional(),
  })
  .refine((asked) => Object.keys(asked).length <= 1, 'wants one thing at a time') as z.ZodType<InboxRequest>;

const waitingItem = z.object({
  callId: shortId,
  elicitId: shortId,
  toolName: shortName,
  message: z.string(),
  from: z.string().optional(),
  // A person may choose their name: one that is too long takes nothing else away.
  fromName: shortName.optional().catch(undefined),
  askedAt: z.number().optional(),
  expiresAt: moment,
});
const inboxItemSchema: z.ZodType<InboxItem> = waitingItem.extend({ askedAt: z.number() });

/** How many a page holds at most. */
export const mostOnPage = 100;

export const inboxPageSchema: z.ZodType<InboxPage> = z.object({
  items: list(inboxItemSchema, mostOnPage),
  next: cursor.optional(),
  mark: cursor,
});

const settled = z.object({
  outcome: z.literal('settled'),
  action: elicitActionSchema,
  answerId: shortId.optional(),
  by: toldPersonSchema,
});
const gone = z.object({ outcome: z.literal('gone') });

export const openedQuestionSchema: z.ZodType<OpenedQuestion> = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('waits'), item: waitingItem, question: elicitRequestSchema }),
  settled,
  gone,
]);

export const inboxAnsweredSchema: z.ZodType<InboxAnswered> = z.discriminatedUnion('outcome', [
  settled,
  z.object({ outcome: z.literal('asked'), question: elicitRequestSchema }),
  gone,
]);
