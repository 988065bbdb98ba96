import type { InputRequests } from '@modelcontextprotocol/server';
import { action, until, type Operation } from 'effection';
import type { ChatProviderResult } from '../protocol/chat-provider.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { Person } from '../protocol/person.ts';
import type { ChangeNews } from '../protocol/mcp-meta.ts';
import { isWait } from '../protocol/question-keys.ts';
import { answerSample } from '../session/answer-sample.ts';
import type { CallHost } from '../session/tool-runs.ts';
import type { Call, PluginSessionEvent, SessionOutcome } from '../session/plugin-session.ts';
import type { OnServerEvent } from '../session/server-event.ts';
import type { CallBounds } from '../session/session-limits.ts';
import { toldOfWait } from '../session/wait-tokens.ts';
import { answerIdOf, newsOf, offerNamed, offersOf, readChange, type ChangeOffer } from './change-offers.ts';
import { createLegSamples, type AskedSample } from './leg-samples.ts';

/** What a request brings to a call. */
export interface Visit {
  readonly by: Person | undefined;
  /** The answer to a question that waits. Undefined if the request brings none. */
  answerTo(question: ElicitRequest): ElicitResult<unknown> | undefined;
  /** For a client that can change answers. */
  readonly changes?: { readonly brought?: BroughtChange | undefined } | undefined;
  /** The answers of the client's model. */
  readonly samples: ReadonlyMap<string, ChatProviderResult>;
  /** Put these to the client. @returns why it cannot be asked, if it cannot */
  put(questions: readonly ElicitRequest[], samples: readonly AskedSample[]): InputRequests | Error;
  /** Gets log messages and progress reports, also those from before the call was open. */
  tell(event: PluginSessionEvent): void;
}

/** The answer to an offer of a change, as it came. */
export interface BroughtChange {
  readonly key: string;
  readonly given: unknown;
}

/** Where a call stands when nothing more comes of it by itself. */
export type Rest = (
  | { readonly type: 'asks'; readonly requests: InputRequests; readonly samples: readonly AskedSample[] }
  | { readonly type: 'ended'; readonly outcome: SessionOutcome }
  /** The client cannot be asked what the call asks for. */
  | { readonly type: 'refused'; readonly error: Error }
) &
  Partial<Changes>;

/** What a client that can change answers hears besides. */
export interface Changes {
  readonly offers: readonly ChangeOffer[];
  /** What came of the change that its request brought. */
  readonly news: ChangeNews | undefined;
}

export type LegAsker = ReturnType<typeof createLegAsker>;

export interface LegAskerOptions {
  readonly callId: string;
  /** The client answers for the model. */
  readonly hasModel: boolean;
  readonly limits: CallBounds;
  readonly onEvent: OnServerEvent;
}

/** Asks by the legs of a call: each takes what waits to the client, and the next one brings the answers. */
export function createLegAsker({ callId, hasModel, limits, onEvent }: LegAskerOptions) {
  const listeners = new Set<(event?: PluginSessionEvent) => void>();
  const samples = createLegSamples();
  let outcome: SessionOutcome | undefined;
  /** How many events came before the first visit. */
  let missed: number | undefined = 0;

  /** Call this with each event of the call, and without one when a sample waits. @returns ends it */
  function listen(listener: (event?: PluginSessionEvent) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function stir(event?: PluginSessionEvent): void {
    // Those that listen meanwhile hear the next event.
    const hearing = [...listeners];
    for (const listener of hearing) listener(event);
  }

  /** Wait until this holds, or the call has ended. */
  function* holds(condition: () => boolean): Operation<void> {
    while (outcome === undefined && !condition()) yield* action<void>((resolve) => listen(() => resolve()));
  }

  function* rested(session: Call, visit: Visit): Operation<Rest> {
    // What has expired comes before an answer that came after it.
    yield* holds(() => session.due() > Date.now());
    const { by, changes } = visit;
    const news = changes?.brought && (yield* changeAnswer(session, changes.brought, by));
    for (const question of questionsOf(session)) {
      const { elicitId, attempt } = question;
      const result = visit.answerTo(question);
      if (result === undefined) continue;
      const named = changes && { answerId: answerIdOf(question) };
      yield* session.respondToElicit(elicitId, result, { attempt, by, via: 'mcp', ...named });
    }
    yield* holds(() => {
      // A tool that runs again from its journal asks for these as it comes to them.
      samples.give(visit.samples);
      // One that waits for the host alone asks the client nothing.
      return session.rests() && questionsOf(session).length + samples.waiting().length > 0;
    });
    if (outcome !== undefined) return { type: 'ended', outcome, ...changesOf(visit, [], session, news) };
    const questions = questionsOf(session);
    const waiting = samples.waiting();
    const requests = visit.put(questions, waiting);
    if (requests instanceof Error) return { type: 'refused', error: requests };
    return { type: 'asks', requests, samples: waiting, ...changesOf(visit, questions, session, news) };
  }

  const host: CallHost = {
    answers: 'caller',
    hear(event) {
      queueMicrotask(() => {
        if (event.type === 'ended') ({ outcome } = event);
        if (missed !== undefined) missed += 1;
        stir(event);
      });
    },
    ...(hasModel && {
      sample: (event, asks) =>
        answerSample(
          samples.model((isAsked) => {
            asks(isAsked);
            stir();
          }),
          callId,
          event,
          limits,
          onEvent,
        ),
    }),
  };

  return {
    /** Hears the call, and asks the client's model. */
    host,
    get outcome(): SessionOutcome | undefined {
      return outcome;
    },
    listen,
    /** Bring a request's answers to the call, and wait until it rests. Answers that come again change nothing. */
    *visit(session: Call, visit: Visit): Operation<Rest> {
      const deaf = listen((event) => event && toldOf(event).forEach(visit.tell));
      session.pending().filter(isWait).flatMap(toldOfWait).forEach(visit.tell);
      try {
        yield* tellFirst(session, missed ?? 0, visit.tell);
        missed = undefined;
        return yield* rested(session, visit);
      } finally {
        deaf();
      }
    },
  };
}

const questionsOf = (session: Call) => session.pending().filter((asked) => !isWait(asked));

/** Tell the first events of a call, as many as its log keeps of them. */
function* tellFirst(session: Call, most: number, tell: Visit['tell']): Operation<void> {
  const events = session.getEvents();
  for (let read = 0; read < most;) {
    const { number, event } = (yield* events.next()).value;
    toldOf(event).forEach(tell);
    read = number;
  }
}

function toldOf(event: PluginSessionEvent): readonly PluginSessionEvent[] {
  return event.type === 'elicit_request' && isWait(event.request) ? toldOfWait(event.request) : [event];
}

/** Change an answer. One that is changed already stays as it is. @returns says what came of it */
function* changeAnswer(session: Call, { key, given }: BroughtChange, by: Person | undefined): Operation<TellNews> {
  const change = yield* until(readChange(given, offerNamed(key, session.remains())));
  if (change === undefined) return () => newsOf(change, session.remains());
  const { elicitId, result, answerId, revises } = change;
  const outcome = yield* session.respondToElicit(elicitId, result, { by, via: 'mcp', answerId, revises });
  // To check it, the tool was run up to what waits, which no event tells.
  if (outcome.outcome !== 'revised') yield* session.cool();
  return () => newsOf(change, session.remains(), outcome);
}

type TellNews = () => ChangeNews;

/** What to say of changes while these questions wait. Nothing to a client that cannot change answers. */
function changesOf(
  { changes }: Visit,
  waiting: readonly ElicitRequest[],
  session: Call,
  news: TellNews | undefined,
): Changes | undefined {
  if (changes === undefined || (news === undefined && !waiting.some((asked) => asked.changeable))) return undefined;
  return { offers: offersOf(waiting, session.remains()), news: news?.() };
}
