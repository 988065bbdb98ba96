import { toJson, type JsonObject } from '../protocol/json.ts';
import { ClientError } from './client-error.ts';
import type { PluginClient } from './client-options.ts';
import type { PartsOptions } from './later-parts.ts';
import { changed } from './post.ts';
import { isAtWork, type ClientState } from './state/client-state.ts';
import { endOfCall, isCalled } from './state/messages.ts';
import { uuid } from './uuid.ts';

/** A call that the page began. */
export interface BegunCall {
  /** Names the call in `snapshot.calls`, and for an outlet. */
  readonly callId: string;
  /**
   * Resolves when the call has ended. It rejects with a `code` if the call could not begin, such as with
   * `TOOL_NOT_CALLABLE`, or `NOT_JSON` for arguments that are none, or if the client is closed meanwhile. After a reload,
   * look in `snapshot.calls`.
   */
  readonly result: Promise<CallEnd>;
  /** Stop the call. */
  abort(reason?: string): Promise<void>;
}

/** How a call ended. `content` is what the tool returned, an object as JSON text; or why it returned nothing. */
export interface CallEnd {
  readonly status: 'completed' | 'failed' | 'aborted';
  readonly content: string;
}

/** Options of `client.call`. */
export interface CallOptions {
  /**
   * The model reads the call and its result, as if it had called the tool, and goes on. A message of the person then
   * interrupts it, as any call of the model.
   *
   * @default false
   */
  tellModel?: boolean | undefined;
}

/** Begin a call without the model. */
export function beginCall(
  { store, post, closing, abort }: Pick<PartsOptions, 'store' | 'post' | 'closing'> & Pick<PluginClient, 'abort'>,
  toolName: string,
  args: JsonObject,
  { tellModel }: CallOptions = {},
): BegunCall {
  const callId = uuid();
  const running = async (): Promise<CallEnd> => {
    // The state is stored, so it holds nothing but JSON.
    const sent = toJson(args, `The arguments of ${toolName}`) as JsonObject;
    await post({ pluginCall: { callId, toolName, arguments: sent, tellModel } });
    for (;;) {
      const end = endOf(store.getState(), callId);
      if (end !== undefined) return end;
      await changed(store, closing);
    }
  };
  const result = running().catch((error: unknown) => {
    throw closing.aborted ? new ClientError('CLIENT_CLOSED', 'The client is closed. The call goes on.') : error;
  });
  // Not everybody waits for it.
  result.catch(() => undefined);
  return { callId, result, abort: (reason) => abort({ callId, reason }) };
}

/** @throws {ClientError} if the call could not begin */
function endOf({ calls, messages, posts }: ClientState, callId: string): CallEnd | undefined {
  const call = calls.find((one) => one.callId === callId);
  if (call === undefined) {
    // It found no room among the calls. Its messages stay, unless the person changed what was said before.
    const isOpen = isCalled(messages, callId) || posts.some((post) => post.call === callId);
    return endOfCall(messages, callId) ?? (isOpen ? undefined : { status: 'aborted', content: '' });
  }
  const { status, content = '', problem } = call;
  if (problem !== undefined) throw new ClientError(problem.code, problem.message, { status: problem.status });
  return isAtWork(status) ? undefined : { status, content };
}
