import type { ChatRequestBody } from '../protocol/chat-request.ts';

/**
 * What a host that runs its own model wants of a conversation. A request from outside never brings it. The host names
 * calls by its own ids: the last call with such an id is meant.
 */
export type HostInput =
  /** Begin a call. `token` makes its id, so that the call begins once however often this is handed on. */
  | { type: 'begin'; token: string; toolCallId: string; toolName: string; input: unknown }
  /** Tell how a call has ended, or tell what happens until it ends or waits. */
  | { type: 'follow'; toolCallId: string }
  /** The person does not answer these calls any more. */
  | { type: 'interrupt'; toolCallIds: readonly string[] }
  | { type: 'abort'; toolCallId: string; reason: string | undefined };

/** A request, of a page or of the host. */
export type PostBody = ChatRequestBody & { readonly host?: HostInput | undefined };
