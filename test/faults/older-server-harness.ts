import { onTestFinished } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import { openFaultProxy, type Fault, type FaultProxy, type Plan } from './proxy.ts';

export const kills: Fault[] = [{ type: 'unsent' }, { type: 'unanswered' }, { type: 'undelivered' }];

export async function open(handler: (request: Request) => Promise<Response>, plan?: Plan): Promise<FaultProxy> {
  const proxy = await openFaultProxy(handler, plan);
  onTestFinished(() => proxy.close());
  return proxy;
}

/** Whether the turn is over, or waits for the person to retry. */
export const rests = ({ status, pending, messages }: ClientSnapshot) =>
  status === 'failed' ||
  pending.some((item) => item.status === 'failed') ||
  (status === 'idle' && messages.at(-1)?.role === 'assistant');

/** How often the client sent each answer. */
export function sentAnswers({ requests }: FaultProxy): number[] {
  const counts = new Map<string, number>();
  for (const { elicitId } of requests.flatMap(({ body }) => body.pluginElicitResponses ?? [])) {
    counts.set(elicitId, (counts.get(elicitId) ?? 0) + 1);
  }
  return [...counts.values()];
}
