import { action, type Operation, type Task } from 'effection';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';

/** One run of a call's tool in this process. */
export interface ToolRun {
  readonly host: BridgeHost;
  task?: Task<void>;
  /** The tool has got all of the journal. */
  readonly replayed: Operation<void>;
  /** The questions that the tool waits for, by `elicitId`. */
  readonly asking: Map<string, BridgeElicit>;
  /** Call these when the tool asks a question, or when one is closed. */
  readonly onAsked: Set<() => void>;
  /** This run is being dropped. Another run will take over. */
  isParked: boolean;
}

export function tellAsked(run: ToolRun | undefined): void {
  for (const onAsked of run?.onAsked ?? []) onAsked();
}

/** Wait until the tool asks its next question, or one is closed. */
export function nextAsked({ onAsked }: ToolRun): Operation<void> {
  return action((resolve) => {
    onAsked.add(resolve);
    return () => onAsked.delete(resolve);
  });
}

export function* over(run: ToolRun): Operation<'over'> {
  yield* runOver(run);
  return 'over';
}

/** Wait until a run is over, however it ends. */
export function* runOver({ task }: ToolRun): Operation<undefined> {
  try {
    if (task !== undefined) yield* task;
  } catch {
    // Only the end of the run matters here.
  }
  return undefined;
}

/** Stop a run and wait for its clean-up. */
export function* stopRun({ task }: ToolRun): Operation<void> {
  try {
    if (task !== undefined) yield* task.halt();
  } catch {
    // The clean-up failed, but it has run: the run is over all the same.
  }
}
