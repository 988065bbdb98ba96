import type { ElicitRequest } from '../src/client.ts';
import type { InboxItem } from '../src/inbox.ts';
import {
  inboxRequestSchema,
  type InboxAnswered,
  type InboxPage,
  type OpenedQuestion,
  type QuestionPlace,
} from '../src/protocol/inbox.ts';

/** A question to play, and how it ended. */
export interface PlayedQuestion {
  readonly item: InboxItem;
  question: ElicitRequest;
  end?: Extract<InboxAnswered, { outcome: 'settled' | 'gone' }>;
}

/** What a played server is asked: the body's `inbox`. */
export type PlayedRequest = Record<string, unknown>;

/** A server's inbox, played in memory: it says what a chat handler says to the same requests. */
export interface PlayedInbox {
  readonly fetch: typeof fetch;
  /** The requests so far. */
  readonly requests: readonly PlayedRequest[];
  /** Put a question in. */
  readonly ask: (over?: Partial<ElicitRequest>, item?: Partial<InboxItem>) => QuestionPlace;
  /** Somebody else answers it. */
  readonly settle: (place: QuestionPlace, name?: string) => void;
  /** It is withdrawn, or its time is over. */
  readonly withdraw: (place: QuestionPlace) => void;
  /** Answer the next requests of this kind so. `lose` handles them first. */
  readonly next: (kind: 'after' | 'open' | 'answer' | 'wait', how: Refusal | 'lose' | 'hang') => void;
  /** Check an answer: what is wrong with it asks again. */
  check: (content: unknown) => string | undefined;
}

/** A refusal, as the chat handler words it. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** @param pageSize - how many a page holds */
export function playInbox({ pageSize = 20 }: { pageSize?: number } = {}): PlayedInbox {
  const questions: PlayedQuestion[] = [];
  const requests: PlayedRequest[] = [];
  const planned: { kind: string; how: Refusal | 'lose' | 'hang' }[] = [];
  const watchers = new Set<() => void>();
  let changes = 0;
  const changed = () => {
    changes += 1;
    for (const tell of watchers) tell();
  };
  const find = ({ callId, elicitId }: QuestionPlace) =>
    questions.find(({ item }) => item.callId === callId && item.elicitId === elicitId);
  const end = (place: QuestionPlace, how: PlayedQuestion['end']) => {
    const found = find(place);
    if (found !== undefined && how !== undefined) found.end ??= how;
    changed();
  };

  function page(after: string | undefined): InboxPage {
    const waiting = questions.filter(({ end: is }) => is === undefined).map(({ item }) => item);
    const from = after === undefined ? 0 : waiting.findIndex(({ elicitId }) => elicitId === after) + 1;
    const items = waiting.slice(from, from + pageSize);
    const next = from + pageSize < waiting.length ? items.at(-1)?.elicitId : undefined;
    return { items, mark: `${changes}`, ...(next !== undefined && { next }) };
  }

  function open(place: QuestionPlace): OpenedQuestion {
    const found = find(place);
    if (found === undefined || found.end?.outcome === 'gone') return { outcome: 'gone' };
    const { item, question } = found;
    if (found.end === undefined) return { outcome: 'waits', item, question };
    const { action, by } = found.end;
    return { outcome: 'settled', action, ...(by && { by }) };
  }

  function answer(given: Extract<ReturnType<typeof read>, { answer: unknown }>['answer']): InboxAnswered {
    const found = find(given);
    if (found === undefined) return { outcome: 'gone' };
    if (found.end !== undefined) return found.end;
    const { result, answerId } = given;
    if (result.action === 'more_time') {
      const { expiresAt = 0, timeout = 0, extensions = 0 } = found.question;
      found.question = { ...found.question, expiresAt: expiresAt + timeout, extensions: extensions - 1 };
      return { outcome: 'asked', question: found.question };
    }
    const message = result.action === 'accept' ? inbox.check(result.content) : undefined;
    if (message !== undefined || (given.attempt ?? 1) !== found.question.attempt) {
      const issues = message === undefined ? undefined : [{ path: [], message }];
      found.question = { ...found.question, attempt: found.question.attempt + 1, issues };
      return { outcome: 'asked', question: found.question };
    }
    found.end = { outcome: 'settled', action: result.action, ...(answerId !== undefined && { answerId }) };
    changed();
    return found.end;
  }

  async function reply(body: ReturnType<typeof read>, signal: AbortSignal | null | undefined): Promise<object> {
    if ('open' in body) return open(body.open);
    if ('answer' in body) return answer(body.answer);
    if (!('wait' in body)) return page(body.after);
    const isNews = () => body.wait !== `${changes}`;
    if (!isNews()) {
      await new Promise<void>((resolve, reject) => {
        const look = () => isNews() && resolve();
        watchers.add(look);
        signal?.addEventListener('abort', () => {
          watchers.delete(look);
          reject(new DOMException('Aborted', 'AbortError'));
        });
      });
    }
    return { news: true };
  }

  const inbox: PlayedInbox = {
    requests,
    check: () => undefined,
    async fetch(_url, init) {
      const body = read(init?.body);
      requests.push(body as PlayedRequest);
      const kind = (['open', 'answer', 'wait'] as const).find((name) => name in body) ?? 'after';
      const at = planned.findIndex((plan) => plan.kind === kind);
      const [plan] = at === -1 ? [] : planned.splice(at, 1);
      const how = plan?.how;
      if (how === 'hang') await new Promise((_, reject) => init?.signal?.addEventListener('abort', reject));
      if (typeof how === 'object') {
        return Response.json({ error: { code: how.code, message: `Played: ${how.code}.` } }, { status: how.status });
      }
      const told = await reply(body, init?.signal);
      if (how === 'lose') throw new TypeError('The connection broke.');
      return Response.json(told);
    },
    ask(over, item) {
      const nth = questions.length + 1;
      const question: ElicitRequest = {
        sessionId: `call-${nth}`,
        callId: `call-${nth}`,
        elicitId: `question-${nth}`,
        toolName: 'refund_order',
        key: 'decide',
        message: `Refund order ${1041 + nth}?`,
        schema: { type: 'object', properties: { reason: { type: 'string', title: 'Reason' } } },
        seq: 0,
        attempt: 1,
        ...over,
      };
      const { callId, elicitId, toolName, message, expiresAt } = question;
      const listed = { callId, elicitId, toolName, message, from: 'ada', askedAt: Date.now() - nth * 180_000 };
      questions.push({ question, item: { ...listed, ...(expiresAt !== undefined && { expiresAt }), ...item } });
      changed();
      return { callId, elicitId };
    },
    settle: (place, name) => end(place, { outcome: 'settled', action: 'accept', ...(name && { by: { name } }) }),
    withdraw: (place) => end(place, { outcome: 'gone' }),
    next: (kind, how) => void planned.push({ kind, how }),
  };
  return inbox;
}

/** The server reads what it gets as the real one does: what does not fit fails the test. */
function read(body: unknown) {
  return inboxRequestSchema.parse((JSON.parse(String(body)) as { inbox: unknown }).inbox);
}
