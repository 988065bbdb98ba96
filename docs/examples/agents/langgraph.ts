import { Command, INTERRUPT, isInterrupted } from '@langchain/langgraph';
import { checkpointer } from './checkpointer';
import { findAnswer } from './database';
import { graph, type Request } from './graph';
import type { Question } from './questions';
import type { Agent, Answered } from './take-answer';

const thread = (runId: string) => ({ configurable: { thread_id: runId } });

export const begin = (runId: string, request: Request) => graph.invoke({ request }, thread(runId));

const resume = (runId: string, { id, result }: Answered) =>
  graph.invoke(new Command({ resume: { [id]: result } }), thread(runId));

export const langGraph: Agent = {
  async look(runId) {
    const { tasks, values, createdAt } = await graph.getState(thread(runId));
    if (createdAt === undefined) return undefined;
    if (tasks.length === 0) return { output: values.output };
    // A node keeps its interrupt until all nodes beside it are done, so leave out the resumed ones.
    const { pendingWrites = [] } = (await checkpointer.getTuple(thread(runId))) ?? {};
    const resumed = new Set(pendingWrites.flatMap(([id, channel]) => (channel === '__resume__' ? [id] : [])));
    const waitsFor = tasks
      .flatMap(({ interrupts }) => interrupts)
      .filter(({ id = '' }) => !resumed.has(id))
      .map(({ id = '', value }) => ({ callId: runId, ...(value as Question), id }));
    return { waitsFor };
  },
  async goOn(runId, answered) {
    if (answered !== undefined) return void (await resume(runId, answered));
    const told: unknown = await graph.invoke(null, thread(runId));
    // A node that was cut off before it took its answer asks for it again.
    for (const { id = '' } of isInterrupted(told) ? told[INTERRUPT] : []) {
      const answer = await findAnswer(runId, id);
      if (answer !== undefined) await resume(runId, { id, result: answer.result });
    }
  },
};
