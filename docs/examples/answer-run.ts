import type { ElicitResult, OutsideQuestion, PluginClient } from 'elicitkit/client';

/** A run of an agent as its server tells of it: it has ended, or waits for an answer. */
export interface Run {
  readonly waitsFor?: Omit<OutsideQuestion, 'server' | 'id'> & { readonly id: string };
  readonly output?: string;
}

/** Sends an answer to the run's server. It counts an `answerId` once. */
export type Resume = (answer: {
  id: string;
  answerId: string;
  result: ElicitResult<unknown>;
  signal: AbortSignal;
}) => Promise<Run>;

/** Ask what a run waits for until it ends. After a reload, call it again with the run as its server knows it then. */
export async function answerRun(client: PluginClient, begun: Run, resume: Resume): Promise<Run> {
  let run = begun;
  while (run.waitsFor !== undefined) {
    const { id, ...question } = run.waitsFor;
    let next: Run | undefined;
    const { answer } = client.ask({
      server: { name: 'Research' },
      ...question,
      id,
      async deliver(result, { answerId, signal }) {
        next = await resume({ id, answerId, result, signal });
      },
    });
    await answer;
    // Nothing was delivered: the person stopped the call, or had answered before this page was loaded.
    if (next === undefined) break;
    run = next;
  }
  return run;
}
