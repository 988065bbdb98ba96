import * as z from 'zod';
import { deepest, parseWithin } from '../../protocol/bounds.ts';
import { elicitResultSchema, type ElicitResult } from '../../protocol/elicit-result.ts';
import { isObject } from '../../protocol/json.ts';
import { list } from '../../protocol/wire-schemas.ts';
import type { ReceiptWords } from '../../plugin/make-plugin.ts';
import type { ItemProblem } from '../client-error.ts';
import type { SentAnswer } from '../state/item-state.ts';
import { uuid } from '../uuid.ts';
import { tabStorage } from './client-storage.ts';

/** An answer that the server has not confirmed, as it lies in a storage. */
export interface SavedAnswer {
  elicitId: string;
  attempt: number;
  status: 'sending' | 'failed';
  /** Missing where it looked secret: then its name alone is kept, to know it again. */
  result?: ElicitResult<unknown> | undefined;
  answerId?: string | undefined;
  earlier?: readonly SentAnswer[] | undefined;
  receipt?: ReceiptWords | undefined;
  problem?: ItemProblem | undefined;
}

/**
 * Where the clients of this tab keep their unconfirmed answers: apart from the conversation, under a name that only this
 * tab knows. After a reload an answer is sent again only if it lies there, so whatever others write into a conversation's
 * record is never sent.
 */
export function answersKeyOfTab(): (conversationId: string) => string {
  const tab = tabId();
  return (conversationId) => `elicitkit:answers:${tab}:${conversationId}`;
}

export const receiptSchema = z.object({ title: z.string(), detail: z.string().optional() });
export const itemProblemSchema = z.object({ code: z.string(), status: z.number().optional() });

const savedAnswersSchema: z.ZodType<readonly SavedAnswer[]> = list(
  z.object({
    elicitId: z.string(),
    attempt: z.number(),
    status: z.enum(['sending', 'failed']),
    result: elicitResultSchema.optional(),
    answerId: z.string().optional(),
    earlier: list(
      z.object({ result: elicitResultSchema, answerId: z.string().optional(), receipt: receiptSchema.optional() }),
      Infinity,
    ).optional(),
    receipt: receiptSchema.optional(),
    problem: itemProblemSchema.optional(),
  }),
  Infinity,
);

/** Parse what lay in a storage, which bounds its size itself. */
export function parseKept(text: string): unknown {
  return parseWithin(text, { characters: Infinity, values: Infinity, depth: deepest }).value;
}

export function writeAnswers(conversationId: string, answers: readonly SavedAnswer[]): string {
  return JSON.stringify({ conversationId, answers });
}

/** @returns undefined for what is not whole, or of another conversation */
export function readAnswers(text: string, conversationId: string): readonly SavedAnswer[] | undefined {
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
    // Full or blocked: what this page keeps, a reload cannot find.
    return uuid();
  }
}

/** For `forget`: a name that is gone finds nothing any more. */
export function forgetTab(): void {
  try {
    void tabStorage()?.removeItem(tabKey);
  } catch {
    // Blocked: then there is none.
  }
}
