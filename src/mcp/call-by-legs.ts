import {
  SdkError,
  SdkErrorCode,
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
} from '@modelcontextprotocol/server';
import { urlHash } from '../base/hash.ts';
import { reasonOf } from '../protocol/coded-error.ts';
import { canonicalJson, type JsonObject } from '../protocol/json.ts';
import { mcpMeta } from '../protocol/mcp-meta.ts';
import { newCallId, refuseSample, reporter, signedIn, type Asking } from './ask-client.ts';
import type { Leg } from './call-desk.ts';
import { broughtIn, metaOf, offerParams } from './change-offers.ts';
import type { ClientForms, ElicitationParams } from './elicitation-params.ts';
import { prefixOf } from './leg-samples.ts';
import { answerAmong, lastFormAmong, namesOf } from './read-answer.ts';
import { lostCall } from './refused-call.ts';
import type { RequestState, StateBinding, StateSeal } from './request-state.ts';
import { readSample } from './sampling-params.ts';
import type { SealedRest } from './sealed-calls.ts';
import { errorResult, toolResult } from './tool-result.ts';

export interface LegCallsOptions {
  readonly seal: StateSeal;
  readonly forms: ClientForms;
  /**
   * Make a leg. Undefined for a call that is not known any more.
   *
   * @param record - what the state holds of a call that no store keeps
   */
  visit(callId: string, leg: Leg, asking: Asking, record: JsonObject | undefined): Promise<SealedRest | undefined>;
  /** Stop a call that cannot be asked on. */
  stop(callId: string, why: string): Promise<void>;
}

/** Answer one request of a call of 2026-07-28 or later. What the call asks is its result. */
export async function callByLegs(
  options: LegCallsOptions,
  asking: Asking,
): Promise<CallToolResult | InputRequiredResult> {
  const { tool, params, ctx, principal: who } = asking;
  const binding: StateBinding = { principal: who.id, method: 'tools/call', toolName: tool.name, args: params };
  const given = ctx.mcpReq.requestState<unknown>();
  const state = given === undefined ? undefined : await options.seal.open(given, binding);
  const name = ctx.mcpReq._meta?.[mcpMeta.call];
  const isNamed = state === undefined && typeof name === 'string' && name.length <= 200;
  const callId = state?.callId ?? (isNamed ? await namedCall(binding, name) : newCallId());
  const leg = legOf(options.forms, asking, state, isNamed);
  const rest = await options.visit(callId, leg, asking, state?.record);
  if (rest === undefined) return { ...errorResult(lostCall), _meta: { [mcpMeta.lost]: true } };
  const next = { callId, samples: stillNeeded(rest, leg), record: rest.record };
  const result = await resultOf(rest, next, binding, options).catch(async (error: unknown) => {
    await options.stop(callId, reasonOf(error));
    throw error;
  });
  return rest.news === undefined ? result : { ...result, _meta: metaOf(rest.news) };
}

function legOf(forms: ClientForms, asking: Asking, state: RequestState | undefined, isNamed: boolean): Leg {
  const { tool, params, ctx, can, principal } = asking;
  const { signal, inputResponses } = ctx.mcpReq;
  // Without a state they answer nothing: the call asks again.
  const given = state === undefined ? {} : (inputResponses ?? {});
  const samples = Object.entries(given).flatMap(([key, value]) => {
    const sample = key.startsWith('sample.') ? readSample(value) : undefined;
    return sample === undefined ? [] : [[key, sample] as const];
  });
  return {
    by: signedIn(principal),
    ...(state === undefined && { begin: { tool, params } }),
    mayReturn: state !== undefined || isNamed,
    answerTo: (question) => answerAmong(given, question, forms.flatOf),
    ...(can.change && { changes: { brought: broughtIn(given) } }),
    samples: new Map([...Object.entries(state?.samples ?? {}), ...samples]),
    put(questions, waiting) {
      try {
        for (const sample of waiting) refuseSample(sample.params, asking);
        return Object.fromEntries([
          ...questions.map((asked) => {
            const last = lastFormAmong(given, asked);
            const params = pageWithoutId(forms.paramsOf(asked, asking, last));
            return [namesOf(asked)[last.inTexts ? 1 : 0], elicitation(params)];
          }),
          ...waiting.map(({ key, params }) => [key, { method: 'sampling/createMessage', params }]),
        ]) as InputRequests;
      } catch (error) {
        return error as Error;
      }
    },
    tell: reporter(ctx.mcpReq),
    signal,
    isCancelled: () => !isDisconnect(signal.reason),
  };
}

async function resultOf(
  rest: SealedRest,
  state: Omit<RequestState, 'exp'>,
  binding: StateBinding,
  { seal }: LegCallsOptions,
): Promise<CallToolResult | InputRequiredResult> {
  switch (rest.type) {
    case 'ended':
      return toolResult(rest.outcome);
    case 'refused':
      throw rest.error;
    case 'asks': {
      const requestState = await seal.seal(state, binding);
      // What was done again stands in the journal twice, so a journal that travels needs as much room again.
      const hasRoom = state.record === undefined || requestState.length * 2 <= seal.maxLength;
      const offers = (hasRoom ? (rest.offers ?? []) : []).map((offer) => [offer.key, elicitation(offerParams(offer))]);
      const inputRequests = { ...rest.requests, ...(Object.fromEntries(offers) as InputRequests) };
      return { resultType: 'input_required', inputRequests, requestState };
    }
  }
}

/** What a sample that asks again was answered before. The next leg's run asks for that once more. */
function stillNeeded(rest: SealedRest, { samples }: Leg): RequestState['samples'] {
  if (rest.type !== 'asks' || rest.samples.length === 0) return undefined;
  const isNeeded = (key: string) => rest.samples.some(({ sampleId }) => key.startsWith(prefixOf(sampleId)));
  return Object.fromEntries([...samples].filter(([key]) => isNeeded(key)));
}

const elicitation = (params: object) => ({ method: 'elicitation/create', params });

/** From 2026-07-28, pages have no ids. */
function pageWithoutId(params: ElicitationParams) {
  if (params.mode === 'form') return params;
  const { elicitationId: _id, ...page } = params;
  return page;
}

/** The client left. It has not said that it wants no result. */
function isDisconnect(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed;
}

/** The same call for the same person, tool, arguments and name. */
async function namedCall({ principal, toolName, args }: StateBinding, name: string): Promise<string> {
  return `mcp_${await urlHash(canonicalJson([principal, toolName, args ?? {}, name]))}`;
}
