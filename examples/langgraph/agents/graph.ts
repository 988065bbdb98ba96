import { Annotation, END, interrupt, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph';
import type { ElicitResult } from 'elicitkit/client';
import type { PickFlight, PickSeat } from 'elicitkit/travel';
import { book, search, seatsOf } from '../airline.ts';
import { model } from '../model.ts';
import { checkpointer } from './checkpointer.ts';
import type { Question } from './questions.ts';

/** What the person says, under an id that the page gives it. */
export interface Request {
  readonly id: string;
  readonly text: string;
}

export interface Message {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

const State = Annotation.Root({
  request: Annotation<Request>(),
  messages: Annotation<Message[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
  flights: Annotation<Awaited<ReturnType<typeof search>>>(),
  flight: Annotation<string | undefined>(),
  seat: Annotation<string | undefined>(),
  output: Annotation<string>(),
});
type StateNow = typeof State.State;

/** Asks the person. The next time that the node runs, this is the result. */
const ask = <T>(question: Question) => interrupt<Question, ElicitResult<T>>({ toolName: 'book_flight', ...question });

/** It is plain data, as in any state of a graph. */
const dataOf = (data: object) => data as NonNullable<Question['context']>;

export const graph = new StateGraph(State)
  .addNode('hear', ({ request }) => ({ messages: [{ ...request, role: 'user' }], flight: undefined, seat: undefined }))
  .addNode('search', async () => ({ flights: await search() }))
  // These two run from their top with each answer: nothing happens in them but a question.
  .addNode('askFlight', ({ request, flights }) => {
    const context = dataOf({ flights });
    const message = 'Which flight from NYC to LAX?';
    const result = ask<PickFlight>({ key: 'pickFlight', callId: request.id, message, context });
    return { flight: result.action === 'accept' ? result.content.flightId : undefined };
  })
  .addNode('askSeat', async ({ request, flight = '' }) => {
    const context = dataOf({ seatMap: await seatsOf(flight) });
    const result = ask<PickSeat>({ key: 'pickSeat', callId: request.id, message: 'Which seat?', context });
    return { seat: result.action === 'accept' ? `${result.content.row}${result.content.seat}` : undefined };
  })
  .addNode('book', async ({ request, flight = '', seat = '' }, { configurable }: LangGraphRunnableConfig) => {
    // If the process dies here, the node runs again with the same key, and the airline books once.
    await book({ key: `${configurable?.['thread_id']} ${request.id}`, flight, seat });
  })
  .addNode('reply', ({ request, flight, seat }) => {
    const output = model.reply(request.text, flight, seat);
    return { output, messages: [{ id: `${request.id}-reply`, role: 'assistant', text: output }] };
  })
  .addEdge(START, 'hear')
  .addConditionalEdges('hear', ({ request }) => (model.wantsFlight(request.text) ? 'search' : 'reply'))
  .addEdge('search', 'askFlight')
  .addConditionalEdges('askFlight', ({ flight }: StateNow) => (flight === undefined ? 'reply' : 'askSeat'))
  .addConditionalEdges('askSeat', ({ seat }: StateNow) => (seat === undefined ? 'reply' : 'book'))
  .addEdge('book', 'reply')
  .addEdge('reply', END)
  .compile({ checkpointer });
