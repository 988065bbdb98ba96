import { ensure, until, type Operation } from 'effection';
import type { ServerContext } from '@modelcontextprotocol/server';
import { longestTimer } from '../base/timers.ts';
import type { ElicitationParams } from './elicitation-params.ts';

/** Ask the client, who may take any time. What it answers, or undefined if it fails. Halting this takes it back. */
export function* push(mcpReq: ServerContext['mcpReq'], params: ElicitationParams): Operation<unknown> {
  const asking = new AbortController();
  yield* ensure(() => asking.abort());
  const sent = { timeout: longestTimer, signal: asking.signal };
  return yield* until(mcpReq.send({ method: 'elicitation/create', params }, sent).catch(() => undefined));
}
