import * as z from 'zod';
import { deepest } from './bounds.ts';
import type { JsonObject } from './json.ts';
import { jsonObject, list, mostEntries, shortId, shortName } from './wire-schemas.ts';

/** One thing that is wrong with an answer. */
export interface ElicitIssue {
  /** Where: property names and indexes from the answer's root; empty for the answer as a whole. */
  path: readonly (string | number)[];
  /** What is wrong, in words for the person. */
  message: string;
}

/** The key of every question of mode 'url'; no declared question has it. */
export const urlQuestionKey = '~url';

/** A question as it travels, in JSON only. Each side reattaches its zod schema by `toolName` and `key`. */
export interface ElicitRequest {
  sessionId: string;
  /** The id of the tool call that asks; equal to `sessionId` on our own wire. */
  callId: string;
  toolName: string;
  /** Names this question; a repeated or corrected asking keeps it. */
  elicitId: string;
  /** Which of the tool's declared questions this is; `~url` in mode 'url'. */
  key: string;
  /** What the person is asked, in words. */
  message: string;
  /** The JSON Schema of the answer as it is sent (zod's input side), context data in `x-model-context`. */
  schema: JsonObject;
  /** The how-manieth question of its call, from 0. */
  seq: number;
  /** Rises by one each time an answer did not do, from 1. */
  attempt: number;
  /** The tool's arguments. */
  params?: unknown;
  /** What was wrong with the last answer. */
  issues?: readonly ElicitIssue[] | undefined;
  /** @default 'form' */
  mode?: 'form' | 'url' | undefined;
  /** The page to open, in mode 'url'. */
  url?: string | undefined;
  /** When the question ends by itself, in milliseconds since the Unix epoch. */
  expiresAt?: number | undefined;
}

export const elicitIssueSchema: z.ZodType<ElicitIssue> = z.object({
  path: list(z.union([z.string(), z.number()]), deepest),
  message: z.string(),
});

/** Reads what an older server leaves out: `seq` 0, `attempt` 1. */
export const elicitRequestSchema: z.ZodType<ElicitRequest> = z.object({
  sessionId: shortId,
  callId: shortId,
  toolName: shortName,
  elicitId: shortId,
  key: shortName,
  message: z.string(),
  schema: jsonObject,
  seq: z.int().min(0).default(0),
  attempt: z.int().min(1).default(1),
  params: z.unknown().optional(),
  issues: list(elicitIssueSchema, mostEntries.issues).optional(),
  mode: z.enum(['form', 'url']).optional(),
  url: z.string().optional(),
  expiresAt: z.number().optional(),
});
