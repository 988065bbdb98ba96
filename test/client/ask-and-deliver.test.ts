import { askHere } from '../../src/client/ask-here.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type {
  AskedQuestion,
  DeliverAnswer,
  ElicitIssue,
  ElicitItem,
  ElicitResult,
  OutsideQuestion,
  TabChannel,
} from '../../src/client.ts';
import { CodedError } from '../../src/plugin.ts';
import { closeAll, createHarness, type Harness } from './harness.ts';
import { createShelf, type Shelf } from './shelf.ts';
import { eventually } from '../eventually.ts';

afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

const server = { name: 'LangGraph' };
const question: OutsideQuestion = {
  server,
  message: 'How many?',
  schema: { type: 'object', properties: { n: { type: 'integer' } } },
};
const flights: OutsideQuestion = {
  server,
  toolName: 'book_flight',
  key: 'pickFlight',
  message: 'Which flight?',
  context: { flights: [{ id: 'FL1' }, { id: 'FL2' }] },
};

/** One try to deliver an answer, which the test ends. */
interface Try {
  readonly result: ElicitResult<unknown>;
  readonly answerId: string;
  readonly signal: AbortSignal;
  readonly take: (issues?: unknown) => void;
  readonly fail: (cause: unknown) => void;
}

/** Somebody elsewhere who asks, played by the test. */
function playRemote() {
  const tries: Try[] = [];
  const deliver: DeliverAnswer = (result, { answerId, signal }) =>
    new Promise((resolve, reject) => {
      tries.push({ result, answerId, signal, take: (issues) => resolve(issues as never), fail: reject });
    });
  const next = async (nth: number) => {
    await eventually(() => expect(tries.length).toBeGreaterThanOrEqual(nth));
    return tries[nth - 1] as Try;
  };
  return { deliver, tries, next };
}

function itemOf({ snapshot }: Harness, { elicitId }: AskedQuestion): ElicitItem {
  const item = snapshot().items.find((candidate) => candidate.elicitId === elicitId);
  if (item === undefined) throw new Error('no such item');
  return item;
}

const statusOf = (harness: Harness, asked: AskedQuestion) => itemOf(harness, asked).status;
const until = (harness: Harness, asked: AskedQuestion, status: ElicitItem['status']) =>
  harness.when(() => statusOf(harness, asked) === status);

function act(harness: Harness, asked: AskedQuestion, name: 'accept' | 'decline' | 'cancel' | 'retry', value?: unknown) {
  const item = itemOf(harness, asked) as unknown as Record<string, (value?: unknown) => void>;
  const does = item[name];
  if (does === undefined) throw new Error(`it is ${String(item['status'])}, and has no ${name}`);
  does(value);
}

const nothing = async () => undefined;

describe('an answer that is delivered', () => {
  it.each([
    ['no receipt of its own if its server counts another', 'FL2', { elsewhere: true, receipt: undefined }],
    ['its receipt if its server counts the same', 'FL1', { elsewhere: false, receipt: { title: 'Flight FL1' } }],
  ])('shows %s', async (_, flightId, told) => {
    const harness = createHarness();
    const counted = { action: 'accept', content: { flightId } } as const;
    const asked = askHere(harness.client, {
      ...flights,
      deliver: async () => asked.settle(counted),
    });
    await harness.when(() => itemOf(harness, asked).views.length > 0);
    itemOf(harness, asked).views[0]?.answer({ flightId: 'FL1' });
    expect(await asked.answer).toEqual(counted);
    expect(itemOf(harness, asked)).toMatchObject({ status: 'settled', action: 'accept', ...told });
  });

  it('is being sent until the other side has it, and only then settled', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    let isAnswered = false;
    void asked.answer.then(() => (isAnswered = true));
    act(harness, asked, 'accept', { n: 2 });
    const { result, take, signal } = await remote.next(1);
    expect(result).toEqual({ action: 'accept', content: { n: 2 } });
    expect(statusOf(harness, asked)).toBe('sending');
    expect(isAnswered).toBe(false);
    expect(signal.aborted).toBe(false);
    // The chat does not wait for it.
    expect(harness.snapshot().status).toBe('idle');
    take();
    expect(await asked.answer).toEqual({ action: 'accept', content: { n: 2 } });
    expect(itemOf(harness, asked)).toMatchObject({ status: 'settled', action: 'accept' });
    expect(harness.server.requests).toEqual([]);
  });

  it.each([
    ['a decline', 'decline', { action: 'decline', reason: 'no' }],
    ['a cancel', 'cancel', { action: 'cancel', reason: 'dismissed' }],
  ] as const)('may be %s', async (_, name, result) => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, name, 'no');
    const sent = await remote.next(1);
    expect(sent.result).toEqual(result);
    expect(statusOf(harness, asked)).toBe('sending');
    sent.take();
    expect(await asked.answer).toEqual(result);
  });

  it.each([
    ['an error', new Error('offline')],
    ['no error at all', undefined],
    ['something that has no text', Object.create(null)],
  ])('keeps the card where the delivery throws %s, and is delivered again under the same name', async (_, cause) => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    const first = await remote.next(1);
    first.fail(cause);
    await until(harness, asked, 'failed');
    expect(itemOf(harness, asked)).toMatchObject({ problem: { code: 'ANSWER_NOT_CONFIRMED' } });
    expect(harness.errors).toMatchObject([{ code: 'ANSWER_NOT_CONFIRMED', elicitId: asked.elicitId }]);
    expect(first.signal.aborted).toBe(true);
    act(harness, asked, 'retry');
    const second = await remote.next(2);
    expect(statusOf(harness, asked)).toBe('sending');
    expect(second).toMatchObject({ result: first.result, answerId: first.answerId });
    expect(second.signal.aborted).toBe(false);
    second.take();
    expect(await asked.answer).toEqual(first.result);
  });

  it('fails where the delivery is no promise and throws at once', async () => {
    const harness = createHarness();
    const asked = askHere(harness.client, {
      ...question,
      deliver: () => {
        throw new TypeError('a bug');
      },
    });
    act(harness, asked, 'decline');
    await until(harness, asked, 'failed');
    expect(harness.errors[0]?.message).toContain('a bug');
  });

  it('is retried by the error that the host gets, too', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    (await remote.next(1)).fail(new Error('offline'));
    await until(harness, asked, 'failed');
    harness.errors[0]?.retry?.();
    (await remote.next(2)).take();
    expect((await asked.answer).action).toBe('accept');
  });

  it('says why it failed by the code of the error', async () => {
    class SignedOut extends CodedError<'SIGNED_OUT'> {}
    const harness = createHarness();
    const asked = askHere(harness.client, {
      ...question,
      deliver: async () => {
        throw new SignedOut('SIGNED_OUT', 'Sign in.');
      },
    });
    act(harness, asked, 'accept', { n: 2 });
    await until(harness, asked, 'failed');
    expect(itemOf(harness, asked)).toMatchObject({ problem: { code: 'SIGNED_OUT' } });
  });

  it('makes way for another answer once it failed, which has a name of its own', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    const first = await remote.next(1);
    first.fail(new Error('offline'));
    await until(harness, asked, 'failed');
    act(harness, asked, 'decline');
    const second = await remote.next(2);
    expect(second.result.action).toBe('decline');
    expect(second.answerId).not.toBe(first.answerId);
    second.take();
    expect(await asked.answer).toEqual({ action: 'decline' });
  });

  it('is asked again with what is wrong, with its draft, and under another name', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...flights, deliver: remote.deliver });
    const [view] = itemOf(harness, asked).views;
    expect(view?.props).toMatchObject({ flights: [{ id: 'FL1' }, { id: 'FL2' }] });
    view?.setDraft({ flightId: 'FL1' });
    view?.answer({ flightId: 'FL1' });
    const first = await remote.next(1);
    const issues = [{ path: ['flightId'], message: 'It is full.' }];
    first.take(issues);
    await until(harness, asked, 'pending');
    expect(itemOf(harness, asked)).toMatchObject({ issues, attempt: 2, views: [{ draft: { flightId: 'FL1' } }] });
    expect(itemOf(harness, asked).views[0]?.id).toBe(view?.id);
    itemOf(harness, asked).views[0]?.answer({ flightId: 'FL2' });
    const second = await remote.next(2);
    expect(second.answerId).not.toBe(first.answerId);
    second.take([]);
    expect(await asked.answer).toEqual({ action: 'accept', content: { flightId: 'FL2' } });
    expect(itemOf(harness, asked)).toMatchObject({ receipt: { title: 'Flight FL2' } });
  });

  it.each([
    ['a text', 'ok'],
    ['an object', { issues: [] }],
    ['issues without words', [{ path: [] }]],
    ['issues that lead nowhere', [{ path: 'n', message: 'x' }]],
    ['more issues than anybody reads', Array.from({ length: 101 }, () => ({ path: [], message: 'x' }))],
  ])('fails where the delivery tells %s in place of issues', async (_, told) => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    (await remote.next(1)).take(told);
    await until(harness, asked, 'failed');
    act(harness, asked, 'retry');
    (await remote.next(2)).take();
    expect((await asked.answer).action).toBe('accept');
  });

  it('fails where the delivery never ends, whose signal then aborts, and what it says later counts for nothing', async () => {
    vi.useFakeTimers();
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    await vi.advanceTimersByTimeAsync(119_999);
    expect(statusOf(harness, asked)).toBe('sending');
    await vi.advanceTimersByTimeAsync(1);
    expect(statusOf(harness, asked)).toBe('failed');
    const [first] = remote.tries;
    expect(first?.signal.aborted).toBe(true);
    first?.take();
    await vi.advanceTimersByTimeAsync(0);
    expect(statusOf(harness, asked)).toBe('failed');
    act(harness, asked, 'retry');
    await vi.advanceTimersByTimeAsync(0);
    remote.tries[1]?.take();
    expect((await asked.answer).action).toBe('accept');
  });

  it('may take as long as whoever asks says', async () => {
    vi.useFakeTimers();
    const harness = createHarness();
    const remote = playRemote();
    const short = askHere(harness.client, { ...question, deliver: remote.deliver, deliverTimeout: 10 });
    const long = askHere(harness.client, { ...question, deliver: remote.deliver, deliverTimeout: Infinity });
    act(harness, short, 'accept', { n: 1 });
    act(harness, long, 'accept', { n: 2 });
    await vi.advanceTimersByTimeAsync(10);
    expect(statusOf(harness, short)).toBe('failed');
    await vi.advanceTimersByTimeAsync(10_000_000);
    expect(statusOf(harness, long)).toBe('sending');
  });

  it.each([
    ['the person stops its call', (harness: Harness) => void harness.client.abort({ callId: 'run_1' }), 'user'],
    ['whoever asked stops it', (_: Harness, asked: AskedQuestion) => asked.stop(), 'server'],
  ] as const)('is given up where %s, without a further delivery', async (_, stop, by) => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, callId: 'run_1', deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    const { signal, take } = await remote.next(1);
    stop(harness, asked);
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'interrupted' });
    expect(itemOf(harness, asked)).toMatchObject({ status: 'aborted', by });
    await eventually(() => expect(signal.aborted).toBe(true));
    take();
    expect(remote.tries).toHaveLength(1);
    expect(harness.errors).toEqual([]);
  });

  it('is not delivered where whoever asked answers in the person’s place, even while it is being sent', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    await remote.next(1);
    asked.settle({ action: 'accept', content: { n: 5 } });
    expect(await asked.answer).toEqual({ action: 'accept', content: { n: 5 } });
    expect(remote.tries).toHaveLength(1);
  });

  it('is delivered once where the person presses twice', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    const item = itemOf(harness, asked);
    if (item.status === 'pending') {
      item.accept({ n: 1 });
      item.accept({ n: 2 });
      item.decline();
    }
    (await remote.next(1)).take();
    expect(await asked.answer).toEqual({ action: 'accept', content: { n: 1 } });
    expect(remote.tries).toHaveLength(1);
  });

  it('is checked before it is delivered', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const issue: ElicitIssue = { path: ['n'], message: 'At most 5.' };
    const check = (content: unknown) => ((content as { n: number }).n > 5 ? [issue] : []);
    const asked = askHere(harness.client, { ...question, check, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 9 });
    await harness.when(() => itemOf(harness, asked).issues !== undefined);
    expect(itemOf(harness, asked)).toMatchObject({ status: 'pending', issues: [issue] });
    expect(remote.tries).toEqual([]);
  });

  it('ends with the client, whose person can still see it', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver });
    act(harness, asked, 'accept', { n: 2 });
    const { signal, take } = await remote.next(1);
    await harness.client.close();
    expect(signal.aborted).toBe(true);
    take();
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'interrupted' });
    expect(statusOf(harness, asked)).toBe('aborted');
  });
});

describe('the time of a question that is delivered', () => {
  it('is over with a delivery of its own, after which the card is a receipt', async () => {
    vi.useFakeTimers();
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver, expiresAt: Date.now() + 1_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    const [first] = remote.tries;
    expect(first?.result).toEqual({ action: 'cancel', reason: 'expired' });
    first?.fail(new Error('offline'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(remote.tries).toHaveLength(1);
    act(harness, asked, 'retry');
    await vi.advanceTimersByTimeAsync(0);
    expect(remote.tries[1]?.answerId).toBe(first?.answerId);
    remote.tries[1]?.take();
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'expired' });
    expect(statusOf(harness, asked)).toBe('expired');
  });

  it('does not end an answer that is on its way, or that failed on it', async () => {
    vi.useFakeTimers();
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver, expiresAt: Date.now() + 1_000 });
    act(harness, asked, 'accept', { n: 2 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(statusOf(harness, asked)).toBe('sending');
    remote.tries[0]?.fail(new Error('offline'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(statusOf(harness, asked)).toBe('failed');
    act(harness, asked, 'retry');
    await vi.advanceTimersByTimeAsync(0);
    remote.tries[1]?.take();
    expect(await asked.answer).toEqual({ action: 'accept', content: { n: 2 } });
  });

  it('ends a question that is asked again too late', async () => {
    vi.useFakeTimers();
    const harness = createHarness();
    const remote = playRemote();
    const asked = askHere(harness.client, { ...question, deliver: remote.deliver, expiresAt: Date.now() + 1_000 });
    act(harness, asked, 'accept', { n: 2 });
    await vi.advanceTimersByTimeAsync(2_000);
    remote.tries[0]?.take([{ path: ['n'], message: 'At most 1.' }]);
    await vi.advanceTimersByTimeAsync(0);
    expect(remote.tries[1]?.result).toEqual({ action: 'cancel', reason: 'expired' });
    remote.tries[1]?.take();
    expect((await asked.answer).action).toBe('cancel');
  });
});

describe('a question with an id', () => {
  it('is the same question where it is asked again while it is open, with the functions of the last', async () => {
    const harness = createHarness();
    const [before, after] = [playRemote(), playRemote()];
    const first = askHere(harness.client, { ...question, id: 'q1', deliver: before.deliver });
    const second = askHere(harness.client, { ...question, message: 'Other words', id: 'q1', deliver: after.deliver });
    expect(second.elicitId).toBe(first.elicitId);
    expect(harness.snapshot().items).toMatchObject([{ message: 'How many?' }]);
    act(harness, first, 'accept', { n: 2 });
    (await after.next(1)).take();
    const accepted = { action: 'accept', content: { n: 2 } };
    expect(await Promise.all([first.answer, second.answer])).toEqual([accepted, accepted]);
    expect(before.tries).toEqual([]);
  });

  it('is not delivered twice where it is asked again meanwhile', async () => {
    const harness = createHarness();
    const [before, after] = [playRemote(), playRemote()];
    const first = askHere(harness.client, { ...question, id: 'q1', deliver: before.deliver });
    act(harness, first, 'accept', { n: 2 });
    const sent = await before.next(1);
    const second = askHere(harness.client, { ...question, id: 'q1', deliver: after.deliver });
    sent.fail(new Error('offline'));
    await until(harness, first, 'failed');
    expect(after.tries).toEqual([]);
    act(harness, second, 'retry');
    const again = await after.next(1);
    expect(again.answerId).toBe(sent.answerId);
    again.take();
    expect((await first.answer).action).toBe('accept');
  });

  it('gives the kept result once it is settled, and nobody is asked again', async () => {
    const harness = createHarness();
    const remote = playRemote();
    const first = askHere(harness.client, { ...question, id: 'q1', deliver: remote.deliver });
    act(harness, first, 'accept', { n: 2 });
    (await remote.next(1)).take();
    await first.answer;
    const second = askHere(harness.client, { ...question, id: 'q1', deliver: remote.deliver });
    expect(await second.answer).toEqual({ action: 'accept', content: { n: 2 } });
    expect(harness.snapshot().items).toHaveLength(1);
    expect(remote.tries).toHaveLength(1);
  });

  it('is asked again in its place, with its draft, where its attempt is higher', async () => {
    const harness = createHarness();
    const first = askHere(harness.client, { ...question, id: 'q1' });
    itemOf(harness, first).setDraft({ n: '9' });
    act(harness, first, 'accept', { n: 9 });
    await first.answer;
    askHere(harness.client, { ...question, id: 'other' });
    const issues = [{ path: ['n'], message: 'At most 5.' }];
    const second = askHere(harness.client, { ...question, id: 'q1', attempt: 2, issues });
    expect(harness.snapshot().items).toMatchObject([
      { elicitId: first.elicitId, status: 'pending', attempt: 2, issues, draft: { n: '9' } },
      { status: 'pending' },
    ]);
    act(harness, second, 'accept', { n: 5 });
    expect(await second.answer).toEqual({ action: 'accept', content: { n: 5 } });
  });

  it('is shown again where it was stopped by whoever asked, as an effect of React does, but not by the person', async () => {
    const harness = createHarness();
    const stop = new AbortController();
    const first = askHere(harness.client, { ...question, id: 'q1', callId: 'run_1', signal: stop.signal });
    stop.abort();
    expect((await first.answer).action).toBe('cancel');
    const second = askHere(harness.client, { ...question, id: 'q1', callId: 'run_1' });
    expect(harness.snapshot().items).toMatchObject([{ elicitId: first.elicitId, status: 'pending', attempt: 1 }]);
    await harness.client.abort({ callId: 'run_1' });
    expect((await second.answer).action).toBe('cancel');
    const third = askHere(harness.client, { ...question, id: 'q1', callId: 'run_1' });
    expect(await third.answer).toEqual({ action: 'cancel', reason: 'interrupted' });
    expect(harness.snapshot().items).toMatchObject([{ status: 'aborted', by: 'user' }]);
  });

  it('is not stopped by the signal of who asked before', async () => {
    const harness = createHarness();
    const stop = new AbortController();
    const first = askHere(harness.client, { ...question, id: 'q1', signal: stop.signal });
    askHere(harness.client, { ...question, id: 'q1' });
    stop.abort();
    expect(statusOf(harness, first)).toBe('pending');
  });

  it('is another question for another server or another key', () => {
    const harness = createHarness();
    for (const other of [{}, { server: { name: 'Mastra' } }, { key: 'b' }]) {
      askHere(harness.client, { ...question, id: 'q1', ...other });
    }
    expect(harness.snapshot().items).toHaveLength(3);
  });

  it('must be short, so that the conversation can be stored', () => {
    const harness = createHarness();
    expect(() => askHere(harness.client, { ...question, id: 'x'.repeat(1_000) })).toThrow(/Choose a shorter id/);
    expect(harness.snapshot().items).toEqual([]);
  });
});

describe('a reload', () => {
  async function reload(before: Harness, storage: Shelf): Promise<Harness> {
    await before.client.close();
    return createHarness({ storage, conversationId: 'c1' });
  }
  const open = (storage: Shelf) => createHarness({ storage, conversationId: 'c1' });

  it('leaves the question waiting until it is asked again, and keeps what was entered', async () => {
    const storage = createShelf();
    const before = open(storage);
    const asked = askHere(before.client, { ...flights, id: 'q1', deliver: nothing });
    itemOf(before, asked).views[0]?.setDraft({ flightId: 'FL2' });
    const after = await reload(before, storage);
    expect(after.snapshot().items).toMatchObject([
      { elicitId: asked.elicitId, status: 'pending', message: 'Which flight?', server, views: [] },
    ]);
    expect(after.snapshot().status).toBe('idle');
    const remote = playRemote();
    const again = askHere(after.client, { ...flights, id: 'q1', deliver: remote.deliver });
    const [view] = itemOf(after, again).views;
    expect(view).toMatchObject({ draft: { flightId: 'FL2' }, props: { flights: [{ id: 'FL1' }, { id: 'FL2' }] } });
    view?.answer({ flightId: 'FL2' });
    (await remote.next(1)).take();
    expect(await again.answer).toEqual({ action: 'accept', content: { flightId: 'FL2' } });
    expect(after.server.requests).toEqual([]);
    expect(after.errors).toEqual([]);
  });

  it('survives a second reload, too, before anybody asked again', async () => {
    const storage = createShelf();
    const before = open(storage);
    const asked = askHere(before.client, { ...question, id: 'q1', deliver: nothing });
    const middle = await reload(before, storage);
    itemOf(middle, asked).setAside(true);
    const after = await reload(middle, storage);
    expect(after.snapshot().items).toMatchObject([{ status: 'pending', aside: true }]);
  });

  it('delivers an answer that was on its way under the same name, once somebody asks again', async () => {
    const storage = createShelf();
    const before = open(storage);
    const lost = playRemote();
    const asked = askHere(before.client, { ...flights, id: 'q1', deliver: lost.deliver });
    itemOf(before, asked).views[0]?.answer({ flightId: 'FL1' });
    const first = await lost.next(1);
    const after = await reload(before, storage);
    expect(itemOf(after, asked)).toMatchObject({ status: 'failed', problem: { code: 'ANSWER_NOT_CONFIRMED' } });
    const remote = playRemote();
    const again = askHere(after.client, { ...flights, id: 'q1', deliver: remote.deliver });
    const second = await remote.next(1);
    expect(second).toMatchObject({ result: first.result, answerId: first.answerId });
    expect(statusOf(after, again)).toBe('sending');
    second.take();
    expect(await again.answer).toEqual({ action: 'accept', content: { flightId: 'FL1' } });
    expect(itemOf(after, again)).toMatchObject({ receipt: { title: 'Flight FL1' } });
  });

  it('lets the person decline before anybody asks again, says that it was not sent, and delivers it then', async () => {
    const storage = createShelf();
    const before = open(storage);
    const asked = askHere(before.client, { ...question, id: 'q1', deliver: nothing });
    const after = await reload(before, storage);
    act(after, asked, 'decline', 'no');
    await until(after, asked, 'failed');
    act(after, asked, 'retry');
    await until(after, asked, 'failed');
    expect(after.errors.at(-1)?.message).toContain('Call askHere with its id');
    const remote = playRemote();
    const again = askHere(after.client, { ...question, id: 'q1', deliver: remote.deliver });
    const sent = await remote.next(1);
    expect(sent.result).toEqual({ action: 'decline', reason: 'no' });
    sent.take();
    expect((await again.answer).action).toBe('decline');
  });

  it('gives an answer that failed to whoever asks again without a delivery', async () => {
    const storage = createShelf();
    const before = open(storage);
    const asked = askHere(before.client, { ...question, id: 'q1', deliver: nothing });
    const after = await reload(before, storage);
    act(after, asked, 'accept', { n: 1 });
    await until(after, asked, 'failed');
    const again = askHere(after.client, { ...question, id: 'q1' });
    expect(await again.answer).toEqual({ action: 'accept', content: { n: 1 } });
  });

  it('keeps the issues and the attempt', async () => {
    const storage = createShelf();
    const before = open(storage);
    const remote = playRemote();
    const asked = askHere(before.client, { ...question, id: 'q1', deliver: remote.deliver });
    const issues = [{ path: ['n'], message: 'At most 5.' }];
    act(before, asked, 'accept', { n: 9 });
    (await remote.next(1)).take(issues);
    await until(before, asked, 'pending');
    const after = await reload(before, storage);
    const again = askHere(after.client, { ...question, id: 'q1', deliver: nothing });
    expect(itemOf(after, again)).toMatchObject({ status: 'pending', attempt: 2, issues });
  });

  it.each([
    ['an accepted answer', 'accept', { n: 2 }, { action: 'accept', content: { n: 2 } }],
    ['a decline', 'decline', 'no', { action: 'decline', reason: 'no' }],
    ['a cancel', 'cancel', undefined, { action: 'cancel', reason: 'dismissed' }],
  ] as const)('keeps %s for whoever asks again, and delivers nothing', async (_, name, value, result) => {
    const storage = createShelf();
    const before = open(storage);
    const asked = askHere(before.client, { ...question, id: 'q1', deliver: nothing });
    act(before, asked, name, value);
    await asked.answer;
    const middle = await reload(before, storage);
    const after = await reload(middle, storage);
    const remote = playRemote();
    expect(await askHere(after.client, { ...question, id: 'q1', deliver: remote.deliver }).answer).toEqual(result);
    expect(remote.tries).toEqual([]);
    expect(after.snapshot().items).toHaveLength(1);
  });

  it('keeps no secret, but that it was accepted', async () => {
    const storage = createShelf();
    const before = open(storage);
    const asked = askHere(before.client, {
      ...question,
      schema: { type: 'object', properties: { pin: { type: 'string', format: 'password' } } },
      id: 'q1',
      deliver: nothing,
    });
    act(before, asked, 'accept', { pin: 'hunter2' });
    await asked.answer;
    const after = await reload(before, storage);
    expect(JSON.stringify([...storage.items])).not.toContain('hunter2');
    expect(await askHere(after.client, { ...question, id: 'q1' }).answer).toEqual({
      action: 'accept',
      content: undefined,
    });
  });

  it('asks again what only the conversation’s record calls settled, which any script may write', async () => {
    const storage = createShelf();
    const before = open(storage);
    const asked = askHere(before.client, { ...question, id: 'q1', deliver: nothing });
    await before.client.close();
    const key = 'elicitkit:conversation:c1';
    const text = storage.items.get(key) ?? '';
    const forged = text.replace('"open":{', '"counts":{"action":"accept"},"end":{"how":"settled","drafts":{}},"was":{');
    expect(forged).not.toBe(text);
    storage.items.set(key, forged);
    const after = open(storage);
    expect(statusOf(after, asked)).toBe('settled');
    askHere(after.client, { ...question, id: 'q1', deliver: nothing });
    expect(after.snapshot().items).toMatchObject([{ status: 'pending', message: 'How many?' }]);
  });

  it('asks what is asked now, not what a script wrote into the record', async () => {
    const storage = createShelf();
    const before = open(storage);
    askHere(before.client, { ...flights, id: 'q1', deliver: nothing });
    await before.client.close();
    const key = 'elicitkit:conversation:c1';
    const text = storage.items.get(key) ?? '';
    storage.items.set(key, text.replace('"isPartial":true,', '').replace('Which flight?', 'Which seat?'));
    expect(storage.items.get(key)).toContain('Which seat?');
    const after = open(storage);
    expect(after.item().views).toEqual([]);
    const again = askHere(after.client, { ...flights, id: 'q1', deliver: nothing });
    expect(itemOf(after, again)).toMatchObject({ message: 'Which flight?', status: 'pending' });
    expect(itemOf(after, again).views).toHaveLength(1);
  });

  it('keeps the newest answers where there is no room for all', async () => {
    const storage = createShelf();
    const settings = { storage, conversationId: 'c1', maxStoredBytes: 20_000 };
    const before = createHarness(settings);
    const long = (n: number) => ({ text: `${n}`.repeat(1_000) });
    const answers = Array.from({ length: 20 }, async (_, n) => {
      const asked = askHere(before.client, { ...question, schema: {}, id: `q${n}` });
      act(before, asked, 'accept', long(n));
      return asked.answer;
    });
    await Promise.all(answers);
    await before.client.close();
    expect(before.errors).toEqual([]);
    const after = createHarness(settings);
    expect(await askHere(after.client, { ...question, id: 'q19' }).answer).toEqual({
      action: 'accept',
      content: long(19),
    });
    askHere(after.client, { ...question, id: 'q0' });
    expect(after.snapshot().pending).toHaveLength(1);
  });
});

describe('two tabs', () => {
  it('each deliver their own answer under a name of its own, and the other side decides', async () => {
    const said: unknown[] = [];
    const tabs = (): TabChannel => ({
      postMessage: (message) => said.push(message),
      addEventListener: () => undefined,
      close: () => undefined,
    });
    const remote = playRemote();
    const [here, there] = [createHarness({ tabs, conversationId: 'c' }), createHarness({ tabs, conversationId: 'c' })];
    const mine = askHere(here.client, { ...question, id: 'q1', deliver: remote.deliver });
    const theirs = askHere(there.client, { ...question, id: 'q1', deliver: remote.deliver });
    act(here, mine, 'accept', { n: 1 });
    act(there, theirs, 'accept', { n: 2 });
    const [first, second] = [await remote.next(1), await remote.next(2)];
    expect(first.answerId).not.toBe(second.answerId);
    first.take();
    expect(await mine.answer).toMatchObject({ content: { n: 1 } });
    // The second is told what counted.
    theirs.settle({ action: 'accept', content: { n: 1 } });
    expect(await theirs.answer).toMatchObject({ content: { n: 1 } });
    expect(said).toEqual([]);
  });
});
