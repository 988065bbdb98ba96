import {
  book,
  createTraveller,
  isOneTicket,
  openBookingServer,
  type BookingOptions,
  type BookingServer,
  type Traveller,
} from './booking.ts';
import type { Fault, Plan } from './proxy.ts';

/** The results of the bookings. */
export interface Booked {
  readonly outcomes: readonly { case: string; tickets: number; isOneTicket: boolean; pressed: number }[];
  readonly server: BookingServer;
  readonly travellers: readonly Traveller[];
}

export interface BookEachOptions {
  server?: BookingOptions | undefined;
  /** How many bookings run at the same time. @default 6 */
  together?: number | undefined;
  onTraveller?: ((traveller: Traveller) => void) | undefined;
}

/** Books once for each case, with its own conversation and its own network faults. Returns the results. */
export async function bookEach<T>(
  cases: readonly T[],
  planOf: (one: T) => Plan,
  { server: options, together = 6, onTraveller }: BookEachOptions = {},
): Promise<Booked> {
  const plans = new Map<string, Plan>();
  const server = await openBookingServer((request) => plans.get(request.body.conversationId ?? '')?.(request), options);
  const outcomes: Booked['outcomes'][number][] = [];
  const travellers: Traveller[] = [];
  const waiting = [...cases.entries()];
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, one] = next;
      const name = `D${index} ${JSON.stringify(one)}`;
      const destination = `D${index}`;
      plans.set(destination, planOf(one));
      const traveller = createTraveller({ endpoint: server.proxy.url, conversationId: destination });
      travellers.push(traveller);
      onTraveller?.(traveller);
      const { messages } = await book(traveller, destination).catch((error: unknown) => {
        throw new Error(`${name} under ${JSON.stringify(faultsOf(server, destination))}: ${String(error)}`);
      });
      outcomes.push({
        case: name,
        tickets: server.booked.get(destination) ?? 0,
        isOneTicket: isOneTicket(messages, destination),
        pressed: traveller.pressed,
      });
    }
  }
  await Promise.all(Array.from({ length: together }, work));
  return { outcomes, server, travellers };
}

/** The requests of a conversation with their faults, to help find a cause. */
function faultsOf({ proxy }: BookingServer, conversationId: string): unknown[] {
  return proxy.requests
    .filter(({ body }) => body.conversationId === conversationId)
    .map(({ body, fault, status }) => {
      const kind = body.attach === true ? 'attach' : 'post';
      return [kind, fault?.type === 'slow' ? ['slow', fault.fault] : fault, status];
    });
}

/** The bookings that did not end in exactly one ticket and a complete conversation, with their faults. */
export function failuresOf({ outcomes, server, travellers }: Booked): unknown[] {
  return outcomes
    .filter(({ tickets, isOneTicket: isOne }) => tickets !== 1 || !isOne)
    .map((outcome) => {
      const id = outcome.case.split(' ')[0] ?? '';
      const traveller = travellers.find(({ client }) => client.conversationId === id);
      return { ...outcome, faults: faultsOf(server, id), messages: traveller?.client.getSnapshot().messages };
    });
}

/** Applies the fault from the nth request (counted from 1, resumes aside) to as many requests as `times` says. */
export function nthPost(nth: number, fault: Fault, times = 1): Plan {
  let posted = 0;
  return () => {
    posted += 1;
    return posted >= nth && posted < nth + times ? fault : undefined;
  };
}

/** The responses of a booking without faults. */
export async function undisturbed(options?: BookingOptions): Promise<Buffer[]> {
  const server = await openBookingServer(undefined, options);
  await book(createTraveller({ endpoint: server.proxy.url }), 'LAX');
  return server.proxy.requests.map(({ response = '' }) => Buffer.from(response));
}

export const linesOf = (response: Buffer): number => response.toString().split('\n').length - 1;
