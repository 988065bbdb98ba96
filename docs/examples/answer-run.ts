import {
  askHere,
  type AskedQuestion,
  type ElicitIssue,
  type ElicitResult,
  type OutsideQuestion,
  type PluginClient,
} from 'elicitkit/client';

/** A question of a run. The id is its own, also where a run asks the same thing twice or several at once. */
export type RunQuestion = Omit<OutsideQuestion, 'server' | 'id'> & { readonly id: string };

/** A run of an agent as its server tells of it: it waits for answers, or has ended. */
export interface Run {
  /** All questions that are open. */
  readonly waitsFor?: readonly RunQuestion[];
  readonly output?: string;
}

/** What its server says to an answer. */
export interface Reply {
  readonly run: Run;
  /** What is wrong with the answer, if it does not count. */
  readonly issues?: readonly ElicitIssue[];
  /** The answer that counts, if it is not this one: another tab's, say. `interrupted` if the run asks no longer. */
  readonly counted?: ElicitResult<unknown>;
}

/** Sends an answer to the run's server, which counts one answer to each question. */
export type SendAnswer = (
  answer: { id: string; answerId: string; result: ElicitResult<unknown> },
  signal: AbortSignal,
) => Promise<Reply>;

/** Ask all that a run waits for until it ends. After a reload, call it again with the run as its server knows it then. */
export async function answerRun(client: PluginClient, begun: Run, send: SendAnswer): Promise<Run> {
  const asked = new Map<string, AskedQuestion>();
  /** Only the server knows what became of these answers. */
  const sent = new Set<string>();
  let sending: Promise<unknown> = Promise.resolve();
  let run = begun;

  function follow(next: Run): void {
    run = next;
    const { waitsFor = [] } = next;
    for (const question of waitsFor) if (!asked.has(question.id)) asked.set(question.id, ask(question));
    for (const id of asked.keys()) if (!sent.has(id) && !waitsFor.some((one) => one.id === id)) end(id);
  }
  const end = (id: string) => asked.get(id)?.stop({ title: 'No longer asked' });

  const ask = ({ id, ...question }: RunQuestion) =>
    askHere(client, {
      server: { name: 'Research' },
      ...question,
      id,
      async deliver(result, { answerId, signal }) {
        sent.add(id);
        // One at a time: the last reply then tells of the newest run.
        const reply = sending.then(() => send({ id, answerId, result }, signal));
        sending = reply.catch(() => undefined);
        const { issues, counted, run: next } = await reply;
        if (issues !== undefined) {
          sent.delete(id);
          return issues;
        }
        follow(next);
        if (counted?.action === 'cancel' && counted.reason === 'interrupted') end(id);
        else if (counted !== undefined) asked.get(id)?.settle(counted);
        return undefined;
      },
    });

  follow(begun);
  // This loop also reaches the questions that are asked meanwhile.
  for (const { answer } of asked.values()) await answer;
  return run;
}
