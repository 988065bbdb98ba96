import { Annotation, END, interrupt, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph';
import type { ElicitResult } from 'elicitkit/client';
import { book } from './booking';
import { checkpointer } from './checkpointer';
import { questionOf } from './questions';

/** What a run begins with. */
export type Request = string;

type Answer = ElicitResult<unknown>;
const State = Annotation.Root({
  request: Annotation<Request>(),
  flight: Annotation<Answer>(),
  seat: Annotation<Answer>(),
  output: Annotation<string>(),
});

export const graph = new StateGraph(State)
  // It runs from its top with each answer: only questions here.
  .addNode('choose', () => ({
    flight: interrupt<unknown, Answer>(questionOf('pickFlight')),
    seat: interrupt<unknown, Answer>(questionOf('pickSeat')),
  }))
  .addNode('book', async ({ flight, seat }, { configurable }: LangGraphRunnableConfig) => ({
    output: await book(String(configurable?.['thread_id']), flight, seat),
  }))
  .addEdge(START, 'choose')
  .addEdge('choose', 'book')
  .addEdge('book', END)
  .compile({ checkpointer });
