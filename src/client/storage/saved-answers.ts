import * as z from 'zod';
import { deepest, parseWithin } from '../../protocol/bounds.ts';
import { elicitActionSchema, elicitResultSchema } from '../../protocol/elicit-result.ts';
import { isObject } from '../../protocol/json.ts';
import { list } from '../../protocol/wire-schemas.ts';
import type { Answer } from '../state/item-state.ts';
import { uuid } from '../uuid.ts';
import { tabStorage } from './client-storage.ts';
import { byteLength } from './fit.ts';

/** The answers to one question that the server has not confirmed, as stored. */
export interface SavedAnswers {
  elicitId: string;
  attempt: number;
  /**
   * One that looked secret lacks its result: its name is enough to recognise it. One that `counts` is kept for whoever
   * asks the question again.
   */
  answers: readonly SavedAnswer[];
  /** The id of the answer that they take the place of. */
  revises?: string | undefined;
}

export type SavedAnswer = Pick<Answer, 'id' | 'action' | 'result' | 'receipt' | 'state' | 'problem'>;

/**
 * Stores the unconfirmed answers of this tab's clients, apart from the conversation, under a name that only this tab
 * knows. After a reload the client sends only answers found there, never one that other code wrote into the
 * conversation's record.
 */
export function answersKeyOfTab(): (conversationId: string) => string {
  const tab = tabId();
  return (conversationId) => `elicitkit:answers:${tab}:${conversationId}`;
}

export const receiptSchema = z.object({
  title: z.string(),
  detail: z.string().optional(),
  amount: z.string().optional(),
});
export const itemProblemSchema = z.object({ code: z.string(), status: z.number().optional() });

const savedAnswerSchema: z.ZodType<SavedAnswer> = z.object({
  id: z.string().optional(),
  action: elicitActionSchema,
  result: elicitResultSchema.optional(),
  receipt: receiptSchema.optional(),
  state: z.enum(['sending', 'failed', 'counts', 'past']),
  problem: itemProblemSchema.optional(),
});
const savedAnswersSchema: z.ZodType<readonly SavedAnswers[]> = list(
  z.object({
    elicitId: z.string(),
    attempt: z.number(),
    answers: list(savedAnswerSchema, Infinity),
    revises: z.string().optional(),
  }),
  Infinity,
);

/** Parse a stored text; the storage limits its size. */
export function parseKept(text: string): unknown {
  return parseWithin(text, { characters: Infinity, values: Infinity, depth: deepest }).value;
}

/** Beyond half of `maxBytes`, the oldest settled answers go. */
export function writeAnswers(conversationId: string, answers: readonly SavedAnswers[], maxBytes: number): string {
  const text = JSON.stringify({ conversationId, answers });
  const settled = answers.filter((one) => one.answers.some(({ state }) => state === 'counts'));
  if (settled.length === 0 || byteLength(text) <= maxBytes / 2) return text;
  const oldest = new Set(settled.slice(0, Math.ceil(settled.length / 2)));
  return writeAnswers(
    conversationId,
    answers.filter((answer) => !oldest.has(answer)),
    maxBytes,
  );
}

/** @returns undefined for an incomplete record, or one of another conversation */
export function readAnswers(text: string, conversationId: string): readonly SavedAnswers[] | undefined {
  const found = parseKept(text);
  if (!isObject(found) || found.conversationId !== conversationId) return undefined;
  return savedAnswersSchema.safeParse(found.answers).data;
}

const tabKey = 'elicitkit:tab';

/** Names this tab, over reloads too; empty where there are no tabs. */
function tabId(): string {
  try {
    const storage = tabStorage();
    if (storage === undefined) return '';
    const known = storage.getItem(tabKey);
    if (typeof known === 'string') return known;
    const id = uuid();
    void storage.setItem(tabKey, id);
    return id;
  } catch {
    // Storage is full or blocked: a reload will not find these answers.
    return uuid();
  }
}

/** For `forget`: without the name, no stored answer can be found. */
export function forgetTab(): void {
  try {
    void tabStorage()?.removeItem(tabKey);
  } catch {
    // Blocked: then nothing was stored.
  }
}
