import { onTestFinished } from 'vitest';
import {
  createPluginClient,
  type ChatStreamEvent,
  type ClientError,
  type ClientSnapshot,
  type PluginClient,
  type PluginClientSettings,
} from '../../src/client.ts';
import { answerWith, makePlugin } from '../../src/plugin.ts';
import {
  createChatHandler,
  type ChatHandler,
  type ChatHandlerOptions,
  type ChatMessage,
  type ChatProvider,
  type ServerEvent,
} from '../../src/server.ts';
import { createModel, declaration, isWhole } from '../chat/harness.ts';
import { openFaultProxy, type FaultProxy, type Plan } from './proxy.ts';

/** A server that books flights and counts them, behind a network with planned faults. */
export interface BookingServer {
  readonly handler: ChatHandler;
  readonly proxy: FaultProxy;
  /** How often the one step with a side effect ran, by destination. */
  readonly booked: Map<string, number>;
  /** How often the model was asked, by message count and last message. */
  readonly said: ReadonlyMap<string, number>;
  readonly errors: readonly unknown[];
  /** Clears all counts. */
  forget(): void;
}

export interface BookingOptions extends Partial<ChatHandlerOptions> {
  /** A ticket was booked. */
  onBooked?: (() => void) | undefined;
  /** How much the model thinks before it replies, in chunks of 500 characters. @default 0 */
  thoughts?: number | undefined;
}

export function createBookingHandler({ thoughts = 0, onBooked, ...options }: BookingOptions = {}): Omit<
  BookingServer,
  'proxy'
> {
  const booked = new Map<string, number>();
  const said = new Map<string, number>();
  const errors: unknown[] = [];
  const tool = declaration.execute(function* ({ destination }, ctx) {
    const flights = yield* ctx.step('search', () => ['FL001', 'FL002'], { idempotent: true });
    const flight = yield* ctx.elicit(
      'pickFlight',
      { message: `Which flight to ${destination}?`, flights },
      { check: ({ flightId }) => (flights.includes(flightId) ? undefined : ['That flight was not offered.']) },
    );
    if (flight.action !== 'accept') return `Not booked to ${destination}: ${flight.action}.`;
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return `No seat to ${destination}: ${seat.action}.`;
    return yield* ctx.step('book', () => {
      booked.set(destination, (booked.get(destination) ?? 0) + 1);
      onBooked?.();
      return `Ticket ${destination} ${flight.content.flightId} ${seat.content.row}${seat.content.seat}`;
    });
  });
  const { provider, asked: requests } = createModel((messages) => {
    const last = messages.at(-1);
    const asked = `${messages.length} ${last?.content}`;
    said.set(asked, (said.get(asked) ?? 0) + 1);
    if (last?.role === 'tool') return `Here you are: ${last.content}`;
    const wanted = last?.content.startsWith('Please try again')
      ? messages.find(({ role, content }) => role === 'user' && content.startsWith('Book'))
      : last;
    const calls = [...(wanted?.content.matchAll(/a flight to (\S+)/g) ?? [])].map(([, destination]) => ({
      name: 'book_flight',
      arguments: { from: 'NYC', destination },
    }));
    return calls.length === 0 ? `You said: ${last?.content}` : { text: 'Let me look for flights. ', calls };
  });
  const shared = {
    provider: thoughts === 0 ? provider : thinking(provider, thoughts),
    tools: [tool],
    onEvent: (event: ServerEvent) => {
      if (event.type === 'error') errors.push(event.error);
    },
  };
  const handler = createChatHandler({ ...shared, ...options });
  const forget = () => {
    booked.clear();
    said.clear();
    requests.length = 0;
  };
  return { handler, booked, said, errors, forget };
}

function thinking(provider: ChatProvider, thoughts: number): ChatProvider {
  return {
    async *stream(...asked) {
      for (let index = 0; index < thoughts; index += 1) yield { type: 'thinking', content: 'Hm, '.repeat(125) };
      return yield* provider.stream(...asked);
    },
  };
}

export async function openBookingServer(plan?: Plan, options: BookingOptions = {}): Promise<BookingServer> {
  const server = createBookingHandler(options);
  const proxy = await openFaultProxy(server.handler, plan);
  onTestFinished(async () => {
    await server.handler.close();
    await proxy.close();
  });
  return { ...server, proxy };
}

// Nothing renders in Node: the client only passes these on.
const Flights = (_props: { flights: string[]; onRespond: (answer: { flightId: string }) => void }) => null;
const Seats = (_props: { onRespond: (answer: { row: number; seat: string }) => void }) => null;

export const bookingPlugin = makePlugin(declaration)
  .onElicit({ pickFlight: answerWith(Flights), pickSeat: answerWith(Seats, () => ({})) })
  .receipts({
    pickFlight: ({ flightId }) => ({ title: `Flight ${flightId}` }),
    pickSeat: ({ row, seat }) => ({ title: `Seat ${row}${seat}` }),
  })
  .build();

/** A client and its person. */
export interface Traveller {
  readonly client: PluginClient;
  readonly errors: ClientError[];
  readonly events: ChatStreamEvent[];
  /** How often the person had to press Retry. */
  pressed: number;
  /** The person answers once the turn rests, not as soon as a question appears. */
  readonly isPatient: boolean;
}

export function createTraveller(
  settings: Partial<PluginClientSettings> & ({ endpoint: string } | TransportOnly),
  { isPatient = false } = {},
): Traveller {
  const errors: ClientError[] = [];
  const events: ChatStreamEvent[] = [];
  const client = createPluginClient({
    plugins: [bookingPlugin],
    onError: (error) => errors.push(error),
    onEvent: (event) => events.push(event),
    ...hasty,
    ...settings,
  });
  // As on a page that shows it.
  client.subscribe(() => undefined);
  onTestFinished(() => client.close());
  return { client, errors, events, pressed: 0, isPatient };
}

type TransportOnly = { transport: Parameters<typeof createPluginClient>[0]['transport'] & {}; endpoint?: undefined };

/** The client waits as many times as usual, but never longer than a moment. */
const hasty = {
  retry: { wait: () => new Promise<void>((resolve) => void setImmediate(resolve)), random: () => 0.5 },
} satisfies Partial<PluginClientSettings>;

export const choice: Readonly<Record<string, unknown>> = {
  pickFlight: { flightId: 'FL002' },
  pickSeat: { row: 12, seat: 'A' },
};

/** Asks for a flight, answers the questions and presses Retry when needed, until the turn is over. */
export async function book(traveller: Traveller, destination: string, answers = choice): Promise<ClientSnapshot> {
  const { client } = traveller;
  void client.send(`Book a flight to ${destination}`);
  return answerAll(traveller, answers, ({ status, messages }) => status === 'idle' && messages.at(-1)?.role !== 'user');
}

export async function answerAll(
  traveller: Traveller,
  answers: Readonly<Record<string, unknown>>,
  isOver: (snapshot: ClientSnapshot) => boolean,
): Promise<ClientSnapshot> {
  const { client } = traveller;
  const act = ({ pending, status }: ClientSnapshot) => {
    if (traveller.isPatient && (status === 'streaming' || status === 'sending')) return;
    for (const item of pending) {
      if (item.status === 'failed') {
        traveller.pressed += 1;
        item.retry();
      } else if (item.status === 'pending') {
        const view = item.views.at(-1);
        const given = answers[item.key];
        if (view?.active === true && given !== undefined) view.answer(given);
      }
    }
    if (status === 'failed') {
      traveller.pressed += 1;
      void client.retry();
    }
  };
  return until(client, isOver, act);
}

/** Waits for a condition. Rejects with the last snapshot if nothing changes for so many milliseconds. */
export function until(
  client: PluginClient,
  isOver: (snapshot: ClientSnapshot) => boolean,
  act: (snapshot: ClientSnapshot) => void = () => undefined,
  patience = 8000,
): Promise<ClientSnapshot> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      stop();
      reject(new Error(`It stays as it is: ${JSON.stringify(client.getSnapshot())}`));
    };
    let guard = setTimeout(giveUp, patience);
    let queued = false;
    const look = () => {
      queued = false;
      const snapshot = client.getSnapshot();
      if (!isOver(snapshot)) return act(snapshot);
      stop();
      clearTimeout(guard);
      resolve(snapshot);
    };
    // Act after a change is complete, as a person would, not during it.
    const onChange = () => {
      clearTimeout(guard);
      guard = setTimeout(giveUp, patience);
      if (queued) return;
      queued = true;
      setImmediate(look);
    };
    const stop = client.subscribe(onChange);
    onChange();
  });
}

/** A complete conversation: one request, one call, one ticket, one reply. */
export function isOneTicket(messages: readonly ChatMessage[], destination: string): boolean {
  const ticket = `Ticket ${destination} FL002 12A`;
  const told = messages.map(({ role, content }) => `${role}: ${content}`);
  return (
    isWhole(messages) &&
    JSON.stringify(told) ===
      JSON.stringify([
        `user: Book a flight to ${destination}`,
        'assistant: Let me look for flights. ',
        `tool: ${ticket}`,
        `assistant: Here you are: ${ticket}`,
      ])
  );
}
