import { Command } from '@langchain/langgraph';
import { graph, type Request } from './graph';
import type { Question } from './questions';
import type { Agent } from './take-answer';

const thread = (runId: string) => ({ configurable: { thread_id: runId } });

export const begin = (runId: string, request: Request) => graph.invoke({ request }, thread(runId));

export const langGraph: Agent = {
  async look(runId) {
    const { tasks, values, createdAt } = await graph.getState(thread(runId));
    if (createdAt === undefined) return undefined;
    const [asked] = tasks.flatMap(({ interrupts }) => interrupts);
    if (asked === undefined) return tasks.length === 0 ? { output: values.output } : {};
    const question: Question = asked.value;
    return { waitsFor: { callId: runId, ...question, id: `${asked.id}/${question.key}` } };
  },
  async goOn(runId, answered) {
    const [interruptId = ''] = answered?.id.split('/') ?? [];
    await graph.invoke(answered ? new Command({ resume: { [interruptId]: answered.result } }) : null, thread(runId));
  },
};
