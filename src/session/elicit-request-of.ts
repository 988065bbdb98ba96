import { escapeMessage, writeContext } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { ToolSessionEntry } from './call-entry.ts';

/** Turn a tool's question into the request that travels to the client, as attempt 1. */
export function elicitRequestOf(event: BridgeElicit, entry: ToolSessionEntry): ElicitRequest {
  return {
    sessionId: entry.id,
    callId: entry.callId,
    toolName: entry.toolName,
    elicitId: event.elicitId,
    key: event.question.key,
    message: escapeMessage(event.message),
    schema: writeContext(event.question.json, event.context),
    ...offered(event),
    seq: event.seq,
    attempt: 1,
    params: entry.params,
    ...(event.handoff !== undefined && { handoff: event.handoff }),
    ...(event.url !== undefined && { mode: 'url', url: event.url }),
    // Leave an infinite timeout out: JSON has no infinity, and no deadline means the same.
    ...(event.timeout !== undefined && event.timeout !== Infinity && { expiresAt: Date.now() + event.timeout }),
  };
}

/** What an asking offers, as it travels. */
export function offered({ offer: { plain, inWords } = {} }: BridgeElicit): Pick<ElicitRequest, 'plain' | 'inWords'> {
  return { ...(plain !== undefined && { plain }), ...(inWords !== undefined && { inWords: escapeMessage(inWords) }) };
}
