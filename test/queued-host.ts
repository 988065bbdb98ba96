import { createQueue } from 'effection';
import type { BridgeEvent } from '../src/runtime/bridge-event.ts';
import { createBridgeHost, type BridgeHostOptions } from '../src/runtime/bridge-host.ts';
import { createRunClock } from '../src/runtime/run-clock.ts';

type Given = 'append' | 'clock' | 'emit' | 'journal' | 'limits';

export type QueuedHost = ReturnType<typeof createQueuedHost>;

/** A host whose `events` are what the tool requests. Without an `append` it keeps nothing, and its clock always runs. */
export function createQueuedHost(options: Omit<BridgeHostOptions, Given> & Partial<BridgeHostOptions>) {
  const events = createQueue<BridgeEvent, never>();
  const clock = createRunClock();
  clock.start();
  const host = createBridgeHost({
    journal: [],
    clock,
    limits: options.tool.toolLimits,
    emit: events.add,
    *append(entry) {
      return entry;
    },
    ...options,
  });
  return { ...host, events };
}
