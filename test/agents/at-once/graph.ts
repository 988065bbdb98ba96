// Stands for docs/examples/agents/graph.ts where several questions are open at once. SCENE names what is asked.
import {
  Annotation,
  END,
  interrupt,
  Send,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph';
import { book } from '../../../docs/examples/agents/booking';
import { checkpointer } from '../../../docs/examples/agents/checkpointer';
import { questionOf } from '../../../docs/examples/agents/questions';
import { bookFor, hold, people, scene, seatOf, someFlight, type Answer } from './scenes';

export type Request = string;

const State = Annotation.Root({
  request: Annotation<Request>(),
  flight: Annotation<Answer>(),
  seat: Annotation<Answer>(),
  told: Annotation<string[]>({ reducer: (all, more) => [...all, ...more], default: () => [] }),
  output: Annotation<string>(),
});
type Now = typeof State.State;

const ask = (key: string, who?: string) => interrupt<unknown, Answer>(questionOf(key, { who }));
const runOf = ({ configurable }: LangGraphRunnableConfig) => String(configurable?.['thread_id']);

const begin = () => {
  if (scene === 'each') return people.map((who) => new Send('each', who));
  if (scene === 'beside') return ['askFlight', 'askSeat'];
  return scene === 'hold' ? ['holdFlight', 'askCyd'] : scene;
};

export const graph = new StateGraph(State)
  .addNode('askFlight', () => ({ flight: ask('pickFlight') }))
  .addNode('askSeat', () => ({ seat: ask('pickSeat') }))
  .addNode('each', async (who: string, config: LangGraphRunnableConfig) => ({
    told: [await bookFor(runOf(config), who, ask('pickSeat', who))],
  }))
  .addNode('holdFlight', async (_state: Now, config: LangGraphRunnableConfig) => {
    const flight = ask('pickFlight');
    await hold(runOf(config), flight);
    return { flight, seat: ask('pickSeat') };
  })
  // Nothing that this node returns tells that it is done.
  .addNode('askCyd', () => {
    ask('pickSeat', 'cyd');
    return {};
  })
  .addNode('again', () => {
    let seat = ask('pickSeat');
    while (seatOf(seat) !== '12A') seat = ask('pickSeat');
    return { flight: someFlight, seat };
  })
  .addNode('stuck', () => ({ told: [] }))
  .addNode('book', async ({ flight, seat, told }: Now, config: LangGraphRunnableConfig) => {
    if (scene === 'each') return { output: told.toSorted().join(' ') };
    return { output: await book(runOf(config), flight, seat) };
  })
  .addConditionalEdges(START, begin)
  .addEdge(scene === 'hold' ? ['holdFlight', 'askCyd'] : ['askFlight', 'askSeat'], 'book')
  .addEdge('each', 'book')
  .addEdge('again', 'book')
  .addEdge('stuck', 'stuck')
  .addEdge('book', END)
  // A stop at which nobody is asked.
  .compile({ checkpointer, interruptBefore: ['stuck'] });
