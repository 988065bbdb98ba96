import { until, type Operation } from 'effection';
import type { Coming } from '../base/coming.ts';
import type * as z from 'zod';
import { fromFlat } from '../form/flat-fields.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitAccept, ElicitCancel, ElicitDecline, ElicitResult } from '../protocol/elicit-result.ts';
import { toJson, type JsonValue } from '../protocol/json.ts';
import type { AnswerSource } from '../protocol/person.ts';
import type { ElicitQuestion } from '../tool/elicit-definition.ts';
import type { Offer } from '../tool/choices.ts';
import type { ElicitOptions } from '../tool/ask-person.ts';
import { eventual } from './eventual.ts';
import { issuesInWords } from './issues-in-words.ts';
import type { Recorded } from './recorded-operation.ts';
import { jsonOf } from './step-json.ts';

/** What closes a question: an answer that passed its check, a decline or a cancel. */
export type Settlement = CheckedAnswer | ElicitDecline | ElicitCancel;

/** An answer that passed. Only a question's `check` creates this, so its content is parsed exactly once. */
export interface CheckedAnswer extends ElicitAccept<unknown> {
  /** What the journal holds: the parsed content, or the content as sent if the parsed one is not JSON. */
  readonly kept: JsonValue;
  readonly asSent: boolean;
}

/** The result of a check. */
export type Checked = { ok: true; settlement: Settlement } | { ok: false; issues: readonly ElicitIssue[] };

/** Parse an answer with the question's schema, then run the tool's `check`. @param cut - ends that before */
export type Check = <C extends string = never>(
  sent: ElicitResult<unknown>,
  source: AnswerSource,
  ...cut: readonly Coming<C>[]
) => Operation<Checked | C>;

/**
 * Check an answer as the client sent it: whether it is on offer, with the question's schema and its `check`, then with
 * the tool's.
 *
 * @throws what a `check` throws
 */
export function* checkAnswer<C extends string = never>(
  { response, json }: Pick<ElicitQuestion, 'response' | 'json'>,
  check: ElicitOptions<never>['check'],
  result: ElicitResult<unknown>,
  source: AnswerSource,
  offer: Pick<Offer, 'read' | 'plain' | 'check'> | undefined,
  ...cut: readonly Coming<C>[]
): Operation<Checked | C> {
  if (result.action !== 'accept') return { ok: true, settlement: result };
  // A place that shows flat forms sends flat names: map them here, so that changes and files of answers are mapped, too.
  // Ask the offer first, so that an answer that is not on offer is refused in our words, not the schema's.
  const sent = fromFlat(result.content, offer?.plain ?? json);
  const meant = offer?.read(sent) ?? { content: sent };
  if ('issues' in meant) return { ok: false, issues: meant.issues };
  const { content: given, inSent } = meant;
  const refused = (all: readonly ElicitIssue[]): Checked => ({ ok: false, issues: inSent ? all.map(inSent) : all });
  const parsed = yield* eventual(() => response.safeParseAsync(given), ...cut);
  if (typeof parsed === 'string') return parsed;
  if (!parsed.success) return refused(issuesInWords(parsed.error, json, given));
  const content: unknown = parsed.data;
  // Copy the content before a `check` can change it.
  const kept = jsonOf(content);
  for (const ask of [offer?.check, check]) {
    if (ask === undefined) continue;
    const found = yield* eventual(() => ask(content as never, source), ...cut);
    if (typeof found === 'string') return found;
    const said = (found ?? []).map((one) => (typeof one === 'string' ? { path: [], message: one } : one));
    if (said.length > 0) return refused(said);
  }
  const settlement: CheckedAnswer = {
    action: 'accept',
    content,
    kept: kept ?? toJson(given, 'An answer'),
    asSent: kept === undefined,
  };
  return { ok: true, settlement };
}

/** The content of an accepted answer as its schema parsed it, from what was recorded of it. */
export function* parsedContent(recorded: Recorded, kept: JsonValue, schema: z.ZodType): Operation<unknown> {
  const { checked, question } = recorded;
  if (checked !== undefined) return checked.content;
  return question?.asSent ? yield* until(schema.parseAsync(kept)) : kept;
}
