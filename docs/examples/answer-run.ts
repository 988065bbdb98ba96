import type { ElicitIssue, ElicitResult, OutsideQuestion, PluginClient } from 'elicitkit/client';

/** A run of an agent as its server tells of it: it waits for an answer, or has ended. */
export interface Run {
  readonly waitsFor?: Omit<OutsideQuestion, 'server' | 'id'> & { readonly id: string };
  readonly output?: string;
}

/** What its server says to an answer. */
export interface Reply {
  readonly run: Run;
  /** What is wrong with the answer, if it does not count. */
  readonly issues?: readonly ElicitIssue[];
  /** The answer that counts, if it is not this one: another tab's, say. */
  readonly counted?: ElicitResult<unknown>;
}

/** Sends an answer to the run's server, which counts one answer to each question. */
export type SendAnswer = (
  answer: { id: string; answerId: string; result: ElicitResult<unknown> },
  signal: AbortSignal,
) => Promise<Reply>;

/** Ask what a run waits for until it ends. After a reload, call it again with the run as its server knows it then. */
export async function answerRun(client: PluginClient, begun: Run, send: SendAnswer): Promise<Run> {
  let run = begun;
  while (run.waitsFor !== undefined) {
    const { id, ...question } = run.waitsFor;
    let next: Run | undefined;
    const asked = client.ask({
      server: { name: 'Research' },
      ...question,
      id,
      async deliver(result, { answerId, signal }) {
        const reply = await send({ id, answerId, result }, signal);
        if (reply.issues !== undefined) return reply.issues;
        next = reply.run;
        if (reply.counted !== undefined) asked.settle(reply.counted);
      },
    });
    await asked.answer;
    // Nothing was delivered: the person stopped the call, or had answered before this page was loaded.
    if (next === undefined) break;
    run = next;
  }
  return run;
}
