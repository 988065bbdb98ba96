import { askHere } from '../../src/client/ask-here.ts';
import { afterEach, expect, it } from 'vitest';
import type { AskedQuestion, DeliverAnswer, ElicitItem, OfferedChange } from '../../src/client.ts';
import { closeAll, createHarness, type Harness } from './harness.ts';
import { createShelf } from './shelf.ts';

afterEach(closeAll);

const server = { name: 'Acme' };
const schema = { type: 'object', properties: { colour: { type: 'string' } } };
const question = { server, callId: 'call-1', key: 'colour', message: 'Which colour?', schema };

const itemOf = ({ snapshot }: Harness, { elicitId }: AskedQuestion) =>
  snapshot().items.find((item) => item.elicitId === elicitId);

/** What takes changes: the test says what came of each. */
function createTaker() {
  const taken: { result: unknown; answerId: string; fail: (error: Error) => void; end: (issues?: object) => void }[] =
    [];
  const deliver: DeliverAnswer = (result, { answerId }) =>
    new Promise((resolve, reject) => {
      taken.push({ result, answerId, fail: reject, end: resolve as (issues?: object) => void });
    });
  return { taken, deliver };
}

function askAnswered(harness: Harness) {
  const asked = askHere(harness.client, question);
  const item = itemOf(harness, asked);
  if (item?.status === 'pending') {
    item.setDraft({ colour: 'red' });
    item.accept({ colour: 'red' });
  }
  return asked;
}

/** Opens the question again. */
function reopen(harness: Harness, asked: AskedQuestion) {
  const item = itemOf(harness, asked);
  if (item?.status === 'settled') item.change?.();
  const open = itemOf(harness, asked);
  if (open?.status !== 'pending') throw new Error(`It is ${open?.status}.`);
  return open;
}

const status = (harness: Harness, asked: AskedQuestion) => itemOf(harness, asked)?.status;
const until = (harness: Harness, asked: AskedQuestion, what: ElicitItem['status']) =>
  harness.when(() => status(harness, asked) === what);

it('an answer has no Change until one is offered, nor after that is withdrawn', () => {
  const harness = createHarness();
  const asked = askAnswered(harness);
  expect(itemOf(harness, asked)).toMatchObject({ status: 'settled', change: undefined });
  const { withdraw } = asked.offerChange(createTaker().deliver);
  expect(itemOf(harness, asked)).toMatchObject({ change: expect.any(Function) });
  withdraw();
  expect(itemOf(harness, asked)).toMatchObject({ change: undefined });
});

it('another answer is delivered, and counts once its server says so', async () => {
  const harness = createHarness();
  const asked = askAnswered(harness);
  const later = askHere(harness.client, { ...question, key: 'size', message: 'Which size?' });
  const { taken, deliver } = createTaker();
  const change = asked.offerChange(deliver);
  const open = reopen(harness, asked);
  expect(open).toMatchObject({ revises: true, server, draft: { colour: 'red' } });
  open.accept({ colour: 'blue' });
  await harness.when(() => taken.length === 1);
  expect(taken[0]?.result).toEqual({ action: 'accept', content: { colour: 'blue' } });
  expect(status(harness, asked)).toBe('sending');
  change.tell({ gone: [later.elicitId] });
  expect(itemOf(harness, asked)).toMatchObject({ status: 'settled', note: 'changed', change: undefined });
  expect(await later.answer).toEqual({ action: 'cancel', reason: 'failed' });
  expect(harness.snapshot().items).toHaveLength(1);
  expect(await asked.answer).toEqual({ action: 'accept', content: { colour: 'red' } });
});

it.each<[string, (change: OfferedChange, end: (issues?: object) => void) => void, object]>([
  ['a delivery that says no more makes it count', (_change, end) => end(), { status: 'settled', note: 'changed' }],
  ['it is too late', (change) => change.tell({ kept: 'late' }), { status: 'settled', note: 'late', change: undefined }],
  ['nothing can be undone', (change) => change.tell({ kept: 'stuck' }), { status: 'settled', note: 'stuck' }],
  [
    'issues ask again',
    (_change, end) => end([{ path: ['colour'], message: 'Not blue.' }]),
    { status: 'pending', revises: true, issues: [{ path: ['colour'], message: 'Not blue.' }] },
  ],
])('%s', async (_what, tell, expected) => {
  const harness = createHarness();
  const asked = askAnswered(harness);
  const { taken, deliver } = createTaker();
  const change = asked.offerChange(deliver);
  reopen(harness, asked).accept({ colour: 'blue' });
  await harness.when(() => taken.length === 1);
  tell(change, taken[0]!.end);
  await harness.when(() => status(harness, asked) !== 'sending');
  expect(itemOf(harness, asked)).toMatchObject(expected);
});

it('the earlier answer, a decline and Keep deliver nothing', () => {
  const harness = createHarness();
  const asked = askAnswered(harness);
  const { taken, deliver } = createTaker();
  asked.offerChange(deliver);
  reopen(harness, asked).accept({ colour: 'red' });
  reopen(harness, asked).decline();
  reopen(harness, asked).cancel();
  reopen(harness, asked).keep?.();
  expect(status(harness, asked)).toBe('settled');
  expect(taken).toEqual([]);
});

it('a delivery that fails is made again, as the same answer; one that was withdrawn meanwhile is too late', async () => {
  const harness = createHarness();
  const asked = askAnswered(harness);
  const { taken, deliver } = createTaker();
  const change = asked.offerChange(deliver);
  reopen(harness, asked).accept({ colour: 'blue' });
  await harness.when(() => taken.length === 1);
  taken[0]?.fail(new Error('offline'));
  await until(harness, asked, 'failed');
  const retry = () => {
    const item = itemOf(harness, asked);
    if (item?.status === 'failed') item.retry();
  };
  retry();
  await harness.when(() => taken.length === 2);
  expect(taken[1]).toMatchObject({ result: taken[0]?.result, answerId: taken[0]?.answerId });
  taken[1]?.fail(new Error('offline'));
  await until(harness, asked, 'failed');
  change.withdraw();
  retry();
  await until(harness, asked, 'settled');
  expect(itemOf(harness, asked)).toMatchObject({ note: 'late' });
  expect(taken).toHaveLength(2);
});

it('a question that is open again is stored with its answer', async () => {
  const storage = createShelf();
  const harness = createHarness({ storage });
  const asked = askHere(harness.client, { ...question, id: 'colour-1' });
  const first = itemOf(harness, asked);
  if (first?.status === 'pending') first.accept({ colour: 'red' });
  asked.offerChange(createTaker().deliver);
  reopen(harness, asked).accept({ colour: 'blue' });
  const { conversationId } = harness.client;
  await harness.client.close();

  const next = createHarness({ storage, conversationId });
  expect(next.snapshot().items).toMatchObject([{ status: 'settled', action: 'accept', message: 'Which colour?' }]);
  const again = askHere(next.client, { ...question, id: 'colour-1' });
  expect(await again.answer).toEqual({ action: 'accept', content: { colour: 'red' } });
});

it('the end of its call leaves the answer', () => {
  const harness = createHarness();
  const asked = askAnswered(harness);
  asked.offerChange(createTaker().deliver);
  reopen(harness, asked);
  asked.stop();
  expect(itemOf(harness, asked)).toMatchObject({ status: 'settled', action: 'accept' });
});
