import * as z from 'zod';
import { wholeContent } from '../form/flat-answer.ts';
import { flatPlacesOf } from '../form/flat-fields.ts';
import { isBare } from '../form/normal-schema.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import { jsonObject } from '../protocol/wire-schemas.ts';
import { bareOf, type FlatSchema } from './flat-schema.ts';
import { fromTexts } from './text-form.ts';

/**
 * Read a client's `ElicitResult`.
 *
 * @param inTexts - the form whose texts this answers. Undefined if it was asked as it is
 * @returns undefined for a value that is no result: the question is then asked again
 */
export function readAnswer(
  result: unknown,
  { schema, plain }: ElicitRequest,
  inTexts: FlatSchema | undefined,
): ElicitResult<unknown> | undefined {
  const read = answerSchema.safeParse(result);
  if (!read.success) return undefined;
  const { action, content = {} } = read.data;
  if (action === 'accept') {
    // A host that shows a form as a yes or no would send this again and again.
    if (inTexts !== undefined && lacksAll(content, plain ?? schema)) return { action: 'cancel', reason: 'failed' };
    const given = withoutBlanks(content, plain ?? schema);
    const meant = inTexts === undefined ? given : fromTexts(given, inTexts);
    return { action, content: answerOf(meant, plain ?? schema) };
  }
  return action === 'decline' ? { action } : { action, reason: 'dismissed' };
}

/** The answer that the content of a form means. */
export function answerOf(content: JsonObject, schema: JsonObject): unknown {
  const whole = wholeContent(content);
  // Null fits no schema of a form, so an answer without its field is refused with an issue.
  return isBare(schema) ? bareOf(whole) : whole;
}

/** What a client made of a question's form when it was asked last. */
export interface LastForm {
  /** What it held. Undefined if it was not accepted. */
  readonly held: JsonObject | undefined;
  /** From now on the question is asked in texts: the client may not be able to show another form. */
  readonly inTexts: boolean;
}

/** @param wasInTexts - the question was asked in texts */
export function lastForm(given: unknown, { schema, plain }: ElicitRequest, wasInTexts: boolean): LastForm {
  const held = readContent(given);
  return { held, inTexts: wasInTexts || (held !== undefined && lacksAll(held, plain ?? schema)) };
}

/** The client's answer to a question, among its `inputResponses`. */
export function answerAmong(
  responses: Readonly<Record<string, unknown>>,
  question: ElicitRequest,
  flatOf: (question: ElicitRequest) => FlatSchema,
): ElicitResult<unknown> | undefined {
  const [asItIs, inTexts] = namesOf(question);
  if (Object.hasOwn(responses, asItIs)) return readAnswer(responses[asItIs], question, undefined);
  return Object.hasOwn(responses, inTexts) ? readAnswer(responses[inTexts], question, flatOf(question)) : undefined;
}

/** What the client's `inputResponses` hold of the attempt before this one. */
export function lastFormAmong(responses: Readonly<Record<string, unknown>>, question: ElicitRequest): LastForm {
  const [asItIs, inTexts] = namesOf({ ...question, attempt: question.attempt - 1 });
  const isInTexts = Object.hasOwn(responses, inTexts);
  return lastForm(responses[isInTexts ? inTexts : asItIs], question, isInTexts);
}

/** The names of a question in `inputRequests`: as it is, and in texts. So an answer says which form it is for. */
export function namesOf(question: ElicitRequest): readonly [asItIs: string, inTexts: string] {
  const name = inputKeyOf(question);
  return [name, `${name}.texts`];
}

/**
 * The name of a question in `inputRequests`: unique in its call for each time that it is asked, and the same in a
 * repeated leg. A call's first question is named by its key, which reads best in logs.
 */
export function inputKeyOf({ key, seq, attempt, elicitId }: ElicitRequest): string {
  const name = key.replace(/^~/, '');
  // Once a call has gone back, its questions are counted anew.
  const [turn = ''] = /~\d+$/.exec(elicitId) ?? [];
  // With a dot, the key could be the name of a later question.
  const isPlain = seq === 0 && attempt === 1 && turn === '' && !name.includes('.');
  return isPlain ? name : `${name}.${seq}.${attempt}${turn}`;
}

/** True for an answer without anything, to a form that needs something. */
function lacksAll(content: JsonObject, schema: JsonObject): boolean {
  return Object.keys(content).length === 0 && flatPlacesOf(schema).some(({ required }) => required);
}

/** The same without the texts that hosts send for what was left empty, where that is no value and none is needed. */
function withoutBlanks(content: JsonObject, schema: JsonObject): JsonObject {
  const blank = flatPlacesOf(schema).filter(({ name, required, normal }) => {
    if (required || content[name] !== '' || typeof normal === 'string') return false;
    const { type, listed, keywords } = normal;
    return type !== 'string' || listed !== undefined || keywords['format'] !== undefined;
  });
  return Object.fromEntries(Object.entries(content).filter(([name]) => !blank.some((place) => place.name === name)));
}

/** The content of an accepted answer. Undefined for anything else. */
export function readContent(given: unknown): JsonObject | undefined {
  const data = given === undefined ? undefined : answerSchema.safeParse(given).data;
  return data?.action === 'accept' ? (data.content ?? {}) : undefined;
}

const answerSchema = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: jsonObject.nullish().transform((content) => content ?? undefined),
});
