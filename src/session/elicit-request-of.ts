import { escapeMessage, writeContext } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { ToolSessionEntry } from './tool-session-store.ts';

/** A tool's question as it travels, asked for the first time. */
export function elicitRequestOf(event: BridgeElicit, entry: ToolSessionEntry): ElicitRequest {
  return {
    sessionId: entry.id,
    callId: entry.callId,
    toolName: entry.toolName,
    elicitId: event.elicitId,
    key: event.question.key,
    message: escapeMessage(event.message),
    schema: writeContext(event.question.json, event.context),
    seq: event.seq,
    attempt: 1,
    params: entry.params,
    ...(event.url !== undefined && { mode: 'url', url: event.url }),
    // JSON has no infinity, and none is needed.
    ...(event.timeout !== undefined && event.timeout !== Infinity && { expiresAt: Date.now() + event.timeout }),
  };
}
