import { withResolvers, type Operation, type Task } from 'effection';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';

/** One run of a call's tool in this process. */
export interface ToolRun {
  readonly host: BridgeHost;
  task: Task<void> | undefined;
  /** The question the generator is parked at. */
  asking: BridgeElicit | undefined;
  /** The generator has asked its question, or asked it again, or has gone on from it and asked another. */
  readonly asked: Operation<void>;
  park(event: BridgeElicit): void;
  /** It asks another question than the one that is kept. */
  pass(): void;
}

export function createToolRun(host: BridgeHost): ToolRun {
  const asked = withResolvers<void>();
  const run: ToolRun = {
    host,
    task: undefined,
    asking: undefined,
    asked: asked.operation,
    pass: () => asked.resolve(),
    park(event) {
      run.asking = event;
      asked.resolve();
    },
  };
  return run;
}

/** Wait until a run is over, however it ends. */
export function* runOver({ task }: ToolRun): Operation<void> {
  try {
    if (task !== undefined) yield* task;
  } catch {
    // That it is over is all that matters here.
  }
}

/** Stop a run, and let it clean up. */
export function* stopRun({ task }: ToolRun): Operation<void> {
  try {
    if (task !== undefined) yield* task.halt();
  } catch {
    // A clean-up that fails has run; the call is over all the same.
  }
}
