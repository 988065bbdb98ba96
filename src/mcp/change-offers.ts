import { urlHash } from '../base/hash.ts';
import { isBare } from '../form/normal-schema.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { canonicalJson, type JsonObject } from '../protocol/json.ts';
import { mcpMeta, type ChangeNews } from '../protocol/mcp-meta.ts';
import { canChange, seqOf } from '../protocol/question-keys.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import type { RespondToElicitOutcome } from '../session/plugin-session.ts';
import type { SessionRemains } from '../session/call-entry.ts';
import type { BroughtChange } from './ask-by-leg.ts';
import type { ElicitationParams } from './elicitation-params.ts';
import { bareOf } from './flat-schema.ts';
import { inputKeyOf, readContent } from './read-answer.ts';

/** An answer that the person can change. */
export interface ChangeOffer {
  readonly elicitId: string;
  /** Its name in `inputRequests`. The name of the answer that it gets begins with it. */
  readonly key: string;
  /** The name of the answer that counts. */
  readonly revises: string;
}

/**
 * The name of an answer over MCP: the same for a repeated request, in any process. It says whether the answer stands in
 * a field, since the record of an answered question has no schema.
 */
export function answerIdOf(question: ElicitRequest): string {
  return `${inputKeyOf(question)}${isBare(question.plain ?? question.schema) ? bareMark : ''}`;
}

/** What can be changed while these wait. */
export function offersOf(waiting: readonly ElicitRequest[], remains: SessionRemains): readonly ChangeOffer[] {
  const offers = remains.closed.flatMap(({ elicitId, answerId }) => {
    const isOpen = waiting.some((question) => canChange(question, seqOf(elicitId)));
    if (answerId === undefined || !isOpen) return [];
    const [first, times] = timesOf(answerId);
    return [{ elicitId, key: `${first}.change.${times + 1}`, revises: answerId }];
  });
  return offers.slice(-mostEntries.changeable);
}

/** Offer a change as a question of its own. The client has the question already: what it holds does not travel twice. */
export function offerParams({ elicitId }: ChangeOffer): ElicitationParams {
  return changeParams({ [mcpMeta.revises]: elicitId });
}

/** Tell what came of a change, where a request is the only way to tell it. The client has nothing to ask. */
export function newsParams(elicitId: string, news: ChangeNews): ElicitationParams {
  return changeParams({ [mcpMeta.revises]: elicitId, ...metaOf(news) });
}

export function metaOf(news: ChangeNews): JsonObject {
  return { [mcpMeta.revised]: { ...news } };
}

function changeParams(_meta: JsonObject): ElicitationParams {
  const requestedSchema = { type: 'object' as const, properties: {} };
  return { mode: 'form', message: 'You can change an earlier answer.', requestedSchema, _meta };
}

/** The answer to an offer among these. A client makes one change at a time. */
export function broughtIn(responses: object): BroughtChange | undefined {
  const found = Object.entries(responses).find(([key, given]) => timesOf(key)[1] > 0 && readContent(given));
  return found && { key: found[0], given: found[1] };
}

/** The offer with this name, also after it was taken up: then its answer may count already. */
export function offerNamed(key: string, remains: SessionRemains): ChangeOffer | undefined {
  const [first, times] = timesOf(key);
  const found = remains.closed.find(({ answerId = '' }) => timesOf(answerId)[0] === first);
  if (found?.answerId === undefined) return undefined;
  const { elicitId, answerId } = found;
  return { elicitId, key, revises: timesOf(answerId)[1] === times - 1 ? answerId : '' };
}

/** Another answer to a question. */
export interface Change extends ChangeOffer {
  /** Its name, the same if it comes again. Another answer to the same offer has another. */
  readonly answerId: string;
  readonly result: ElicitResult<unknown>;
}

/** Read the answer to an offer. @returns undefined if the person changes nothing */
export async function readChange(given: unknown, offer: ChangeOffer | undefined): Promise<Change | undefined> {
  const content = readContent(given);
  if (content === undefined || offer === undefined) return undefined;
  const { key } = offer;
  const isBareAnswer = timesOf(key)[0].endsWith(bareMark);
  const result = { action: 'accept' as const, content: isBareAnswer ? bareOf(content) : content };
  return { ...offer, answerId: `${key}.${await urlHash(canonicalJson(content), 9)}`, result };
}

/** What came of a change. Undefined if its question is gone. */
export function newsOf(
  change: Change | undefined,
  remains: SessionRemains,
  outcome?: RespondToElicitOutcome,
): ChangeNews {
  const { revised, closed } = remains;
  const gone = revised?.gone.slice(-mostGone) ?? [];
  if (change !== undefined && closed.some(({ answerId }) => answerId === change.answerId)) return { gone };
  if (revised?.isStuck === true && revised.elicitId === change?.elicitId) return { kept: 'stuck', gone };
  return keptNews(outcome);
}

/** Why the earlier answer counts. */
export function keptNews(outcome?: RespondToElicitOutcome): ChangeNews {
  const isInvalid = outcome?.outcome === 'kept' && outcome.because === 'invalid';
  return isInvalid ? { kept: 'invalid', issues: outcome.issues ?? [] } : { kept: 'late' };
}

/** Names of questions end in a number, or are the key of the first, which has no dot. So no other name has this. */
const bareMark = '.bare';

/**
 * The name of a question's first answer, and how often it was changed. A key may end in `.change`: no attempt of its
 * question has as many digits as a hash has letters.
 *
 * @param name - of an answer or an offer
 */
function timesOf(name: string): readonly [first: string, times: number] {
  const [, first = name, times = '0'] = /^(.*)\.change\.([1-9]\d{0,8})(?:\.[\w-]{12})?$/.exec(name) ?? [];
  return [first, Number(times)];
}

/** Those that went last: the client keeps the others no more. */
const mostGone = 1000;
