import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ChatRequestBody, PluginCall, PluginElicitResponse } from '../protocol/chat-request.ts';
import type { JsonValue } from '../protocol/json.ts';
import type { AnswerVia, AskedTo, Person } from '../protocol/person.ts';
import type { AbortedBy } from '../session/plugin-session.ts';
import { callOfToken } from '../session/wait-tokens.ts';
import { callIdOf } from './conversation-store.ts';
import { readCall } from './run-model.ts';
import type { TurnInput, TurnPolicy } from './turn-command.ts';
import { lostCall, resultEvents } from './turn-events.ts';
import { findCall, toldId, type FoundCall, type Brought, type Sender, type Turn, type TurnCall } from './turn.ts';

/**
 * What a host that runs its own model wants of a conversation. A request from outside never brings it. The host names
 * calls by its own ids: the last call with such an id is meant.
 */
export type HostInput =
  /**
   * Begin a call. `token` makes its id, so that the call begins once however often this is handed on. With `once`, a call
   * of this name that has ended is the one that is meant.
   */
  | { type: 'begin'; token: string; toolCallId: string; toolName: string; input: unknown; once: boolean }
  /** Tell how a call has ended, or tell what happens until it ends or waits. */
  | { type: 'follow'; toolCallId: string }
  /** The person does not answer these calls any more. */
  | { type: 'interrupt'; toolCallIds: readonly string[] }
  | { type: 'abort'; toolCallId: string; reason: string | undefined }
  /**
   * Answer a question in the name of this person, or put it `to` somebody else instead. The reader hears what came of it.
   */
  | { type: 'answer'; response: PluginElicitResponse; by: Person | undefined; via: AnswerVia; to?: AskedTo | undefined }
  /** Bring a value for the wait with this token. */
  | { type: 'resolve'; token: string; value: JsonValue }
  /** Stop a call, by our id of it. */
  | { type: 'stop'; sessionId: string; reason: string | undefined; by: AbortedBy };

/** The call that the host means, by our id. Undefined where it names calls by its own ids. */
export function callMeant(host: HostInput | undefined): string | undefined {
  if (host?.type === 'resolve') return callOfToken(host.token);
  if (host?.type === 'answer') return host.response.sessionId;
  return host?.type === 'stop' ? host.sessionId : undefined;
}

/** A request, of a page or of the host. */
export type PostBody = ChatRequestBody & {
  readonly host?: HostInput | undefined;
  /** Who sends it, if the host knows more than the owner's id. */
  readonly by?: Person | undefined;
};

/** Where a request came to. */
export interface PostedTo {
  readonly turn: Turn;
  /** The conversation's. */
  readonly key: string;
  readonly policy: TurnPolicy;
  /** Its calls end with this process. */
  readonly isVolatile: boolean;
}

/**
 * What a request means for its conversation: inputs of the turn, and what only the reader of the response is told.
 *
 * @param said - the person's new messages
 */
export function inputsOf(
  body: PostBody,
  said: readonly ChatMessage[],
  { owner, reader }: { readonly owner: string | undefined; readonly reader: string },
  to: PostedTo,
): { inputs: TurnInput[]; replies: readonly ChatStreamEvent[] } {
  const { pluginAbort, pluginElicitResponses = [], pluginCall, attach, host, revision, calls = [] } = body;
  const answer = host?.type === 'answer' ? host : undefined;
  const given = answer === undefined ? pluginElicitResponses : [answer.response];
  const responses = given.map((response) => withAttempt(response, to.turn));
  const by = body.by ?? (owner === undefined ? undefined : { id: owner });
  const from: Sender =
    answer === undefined ? { by, via: 'page', reader } : { by: answer.by, via: answer.via, to: answer.to, reader };
  const brings = attach === true || [pluginAbort, pluginCall, responses[0], said[0]].some((each) => each !== undefined);
  const posted: TurnInput = {
    type: 'posted',
    brought: { abort: abortOf(body, to.turn), responses, messages: said, from },
    // An empty request must not start a turn.
    goesOn: to.policy.runsModel && !brings && (revision !== undefined || body.messages.length > 0),
  };
  const { input, replies } = host === undefined ? pageWish(pluginCall, calls, to) : hostWish(host, from, to);
  return { inputs: input === undefined ? [posted] : [posted, input], replies };
}

/** Name the attempt that waits: what is asked next must not pass for it. */
function withAttempt(response: PluginElicitResponse, { calls }: Turn): PluginElicitResponse {
  const { pending = [] } = calls.find(({ id }) => id === response.sessionId) ?? {};
  const asked = pending.find(({ elicitId }) => elicitId === response.elicitId);
  return asked === undefined ? response : { ...response, attempt: response.attempt ?? asked.attempt };
}

interface Wish {
  readonly input?: TurnInput;
  readonly replies: readonly ChatStreamEvent[];
}

/** What a page wants: to begin a call, once, and to know which of these calls nobody knows. */
function pageWish(begun: PluginCall | undefined, calls: readonly string[], to: PostedTo): Wish {
  const isKnown = (id: string) => id === begun?.callId || knownCall(id, to) !== undefined;
  const replies = calls.filter((id) => !isKnown(id)).map((id) => lostCall(id, whyLost(to)));
  if (begun === undefined || knownCall(begun.callId, to) !== undefined) return { replies };
  const { callId: hostId, toolName: name, arguments: args, tellModel = false } = begun;
  const call = { id: callIdOf(to.key), hostId, name, arguments: args, ...(!tellModel && { aside: true as const }) };
  return { input: { type: 'begun', call }, replies };
}

function hostWish(host: HostInput, from: Sender, to: PostedTo): Wish {
  const { turn, key } = to;
  switch (host.type) {
    case 'begin': {
      const { toolCallId: hostId, toolName: name, input, once } = host;
      const id = callIdOf(key, host.token);
      const before = once ? knownCall(hostId, to) : undefined;
      const same = before?.name === name ? before : openCall(hostId, turn);
      const known = findCall(turn, (call) => call.id === id) ?? same;
      if (known !== undefined) return { replies: resultEvents(known) };
      const call = { ...readCall({ id, name, arguments: input }), hostId };
      return { input: { type: 'begun', call }, replies: [] };
    }
    case 'follow': {
      const known = knownCall(host.toolCallId, to);
      return { replies: known === undefined ? [lostCall(host.toolCallId, whyLost(to))] : resultEvents(known) };
    }
    case 'interrupt': {
      const callIds = host.toolCallIds.flatMap((id) => openCall(id, turn)?.id ?? []);
      return { ...(callIds.length > 0 && { input: { type: 'interrupted', callIds } }), replies: [] };
    }
    case 'resolve': {
      const { token, value } = host;
      return { input: { type: 'value_came', callId: callOfToken(token) ?? '', token, value, from }, replies: [] };
    }
    case 'abort':
    case 'stop':
    case 'answer':
      return { replies: [] };
  }
}

function abortOf({ pluginAbort, host }: PostBody, turn: Turn): Brought['abort'] {
  if (host?.type === 'stop') return host;
  if (host?.type !== 'abort') return pluginAbort;
  const call = openCall(host.toolCallId, turn);
  return call && { sessionId: call.id, reason: host.reason, silent: true };
}

function openCall(toolCallId: string, { calls }: Turn): TurnCall | undefined {
  return calls.findLast((call) => call.state !== 'done' && toldId(call) === toolCallId);
}

function knownCall(toolCallId: string, { turn }: PostedTo): FoundCall | undefined {
  return findCall(turn, (call) => toldId(call) === toolCallId);
}

const whyLost = ({ isVolatile }: PostedTo) => (isVolatile ? inMemoryOnly : '');
const inMemoryOnly =
  ' Calls are kept in the memory of one process here. If several processes serve the page, give them a store.';
