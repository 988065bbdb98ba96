import { afterEach, describe, expect, it } from 'vitest';
import type { ElicitItem, ElicitRequest } from '../../src/client.ts';
import {
  answerIdOf,
  ask,
  askFirst,
  closeAll,
  createHarness,
  info,
  isStatus,
  push,
  said,
  settled,
  type FedStream,
  type Harness,
} from './harness.ts';
import { createShelf } from './shelf.ts';

afterEach(closeAll);

const flight = 'call_1:0';
const seat = 'call_1:1';
const askSeat = (over: Partial<ElicitRequest> = {}) =>
  ask({ elicitId: seat, key: 'pickSeat', seq: 1, schema: { type: 'object' }, changeable: [[0, 0]], ...over });

/** What the server tells when the answer is changed: what waited ends, then where the call went back to. */
const wentBack = (answerId: string | undefined, over: object = {}) => ({
  type: 'plugin_elicit_revised',
  sessionId: 'call_1',
  callId: 'call_1',
  elicitId: flight,
  action: 'accept',
  answerId,
  gone: [seat],
  ...over,
});
const about = (flightId: string) => ({ type: 'object', 'x-model-context': { flight: flightId } });
/** A reply to the sender alone. */
const reply = (stream: FedStream, kept: string | undefined, answerId: string | undefined, issues?: unknown) =>
  stream.write(`${JSON.stringify({ event: { ...settled('accept', {}, answerId), kept, issues } })}\n`);

/** Picks FL1, and is asked for a seat. */
async function picked(settings: Parameters<typeof createHarness>[0] = {}, over: Partial<ElicitRequest> = {}) {
  const harness = createHarness(settings);
  await askFirst(harness);
  const [view] = harness.item().views;
  view?.setDraft({ flightId: 'FL1' });
  view?.answer({ flightId: 'FL1' });
  const stream = await harness.server.accept();
  const first = answerIdOf(stream.request);
  stream.end(info, settled('accept', {}, first), askSeat(over), { type: 'end' });
  await harness.when(({ status }) => status === 'waiting');
  return { harness, first };
}

const changeOf = (item: ElicitItem) => (item.status === 'settled' ? item.change : undefined);

async function open(harness: Harness) {
  changeOf(harness.item())?.();
  const item = harness.item();
  if (item.status !== 'pending') throw new Error(item.status);
  return item;
}

describe('an answer that can be changed', () => {
  it('is one that a waiting question of its call names', async () => {
    const { harness } = await picked();
    expect(changeOf(harness.item(flight))).toBeTypeOf('function');
    push(harness.client, askSeat({ changeable: [] }));
    expect(changeOf(harness.item(flight))).toBeUndefined();
    push(harness.client, askSeat());
    expect(changeOf(harness.item(flight))).toBeTypeOf('function');
    push(harness.client, settled('accept', { elicitId: seat }, 'theirs'));
    expect(changeOf(harness.item(flight))).toBeUndefined();
  });

  it('is none of an older server, nor one that a question of another call names', async () => {
    const { harness } = await picked({}, { changeable: undefined });
    expect(changeOf(harness.item(flight))).toBeUndefined();
    push(harness.client, ask({ callId: 'call_2', changeable: [[0, 0]] }));
    expect(changeOf(harness.item(flight))).toBeUndefined();
  });

  it('is asked for again with what was chosen, without a deadline', async () => {
    const { harness } = await picked();
    const item = await open(harness);
    expect(item).toMatchObject({ revises: true, expiresAt: undefined });
    expect(item.views).toMatchObject([{ active: true, draft: { flightId: 'FL1' } }]);
    expect(changeOf(harness.item(flight))).toBeUndefined();
  });
});

it('never gives a secret back as a draft', async () => {
  const harness = createHarness({ capabilities: { genericForm: true } });
  const schema = { type: 'object', properties: { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } } };
  await askFirst(harness, ask({ toolName: 'none', schema }));
  harness.item().setDraft({ name: 'Ann', pin: '1234' });
  push(harness.client, settled('accept', {}, 'a'), askSeat({ toolName: 'none' }));
  expect((await open(harness)).draft).toEqual({ name: 'Ann' });
});

describe('a form that is open again', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      pin: { type: 'string', writeOnly: true },
      cards: { type: 'array', items: { type: 'object', properties: { pin: { type: 'string' } } } },
    },
  };
  const form = (over: object = {}) => ask({ toolName: 'none', schema, ...over });

  /** Answers a form by code, and is asked for a seat. */
  async function answered(settings: object, content: unknown, question = form()) {
    const harness = createHarness({ capabilities: { genericForm: true }, ...settings });
    await askFirst(harness, question);
    harness.item().setDraft([['f0', 'name', 'Nobody']]);
    const item = harness.item();
    if (item.status === 'pending') item.accept(content);
    const stream = await harness.server.accept();
    stream.end(info, settled('accept', {}, answerIdOf(stream.request)), askSeat({ toolName: 'none' }), { type: 'end' });
    await harness.when(({ status }) => status === 'waiting');
    return harness;
  }

  it('has its answer without the secrets, and not what was typed beside it', async () => {
    const harness = await answered({}, { name: 'Ann', pin: '1234', cards: [{ pin: '5678' }] });
    expect(harness.item().answer).toBeUndefined();
    expect(await open(harness)).toMatchObject({ draft: undefined, answer: { name: 'Ann', cards: [{}] } });
  });

  it('has its answer after a reload', async () => {
    const storage = createShelf();
    // No id and no time has these letters.
    const before = await answered({ storage }, { name: 'Ann', pin: 'sesame' });
    await before.client.close();
    expect(JSON.stringify([...storage.items])).not.toContain('sesame');
    const after = createHarness({ storage, capabilities: { genericForm: true } });
    expect(await open(after)).toMatchObject({ draft: undefined, answer: { name: 'Ann' } });
  });

  it('has no answer that is a secret as a whole, or that another tab gave', async () => {
    const whole = await answered({}, 'hunter2', form({ schema: { type: 'string', format: 'password' } }));
    expect((await open(whole)).answer).toBeUndefined();
    const elsewhere = createHarness({ capabilities: { genericForm: true } });
    await askFirst(elsewhere, form());
    push(elsewhere.client, settled('accept', {}, 'theirs'), askSeat({ toolName: 'none' }));
    expect((await open(elsewhere)).answer).toBeUndefined();
  });

  it('has its answer, too, if it is asked anew after a change of an earlier one', async () => {
    const { harness } = await picked({ capabilities: { genericForm: true } }, { toolName: 'none', schema });
    const item = harness.item(seat);
    if (item.status === 'pending') item.accept({ name: 'Ann' });
    const stream = await harness.server.accept();
    const third = askSeat({ elicitId: 'call_1:2' });
    stream.end(settled('accept', { elicitId: seat }, answerIdOf(stream.request)), third, { type: 'end' });
    await harness.when(isStatus('pending', 'call_1:2'));
    push(harness.client, wentBack('b', { gone: [seat, 'call_1:2'] }));
    push(harness.client, askSeat({ elicitId: 'call_1:1~1', toolName: 'none', schema }));
    expect(harness.item('call_1:1~1').answer).toEqual({ name: 'Ann' });
  });
});

it('a form with a secret keeps what was typed beside it over a reload', async () => {
  const storage = createShelf();
  const properties = { name: { type: 'string' }, pin: { type: 'string', writeOnly: true } };
  const harness = createHarness({ storage, capabilities: { genericForm: true } });
  await askFirst(harness, ask({ toolName: 'none', schema: { type: 'object', properties } }));
  harness.item().setDraft([
    ['f0', 'name', 'Ann'],
    ['f1', 'pin', '1234'],
    ['f2', 'else', '5678'],
  ]);
  await harness.client.close();
  const next = createHarness({ storage, capabilities: { genericForm: true } });
  expect(next.item().draft).toEqual([['f0', 'name', 'Ann']]);
});

describe('a new answer', () => {
  it('names the one that it replaces, and counts once the server says so', async () => {
    const { harness, first } = await picked();
    harness.item(seat).views[0]?.setDraft({ seat: '12A' });
    (await open(harness)).views[0]?.answer({ flightId: 'FL2' });
    expect(harness.item()).toMatchObject({ status: 'sending', revises: true });

    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses).toMatchObject([
      { elicitId: flight, attempt: 1, revises: first, result: { content: { flightId: 'FL2' } } },
    ]);
    const answerId = answerIdOf(stream.request);
    expect(answerId).not.toBe(first);
    const again = askSeat({ elicitId: 'call_1:1~1' });
    stream.end(settled('cancel', { elicitId: seat }), wentBack(answerId), again, { type: 'end' });
    await harness.when(isStatus('settled'));

    expect(harness.snapshot().items).toMatchObject([
      { elicitId: flight, elsewhere: false, note: 'changed', receipt: { title: 'Flight FL2' } },
      // What was entered before is there again.
      { elicitId: 'call_1:1~1', status: 'pending', views: [{ draft: { seat: '12A' } }] },
    ]);
    // It can be changed once more, from there.
    expect(await open(harness)).toMatchObject({ views: [{ draft: { flightId: 'FL1' } }] });
  });

  it('gives an answered question that went its answer as draft, if it is asked the same again', async () => {
    const { harness, first } = await picked();
    const view = harness.item(seat).views[0];
    view?.setDraft({ row: 1, seat: 'A' });
    push(harness.client, settled('accept', { elicitId: seat }, 'theirs'), askSeat({ elicitId: 'call_1:2' }));
    push(harness.client, wentBack('b', { gone: [seat, 'call_1:2'] }), askSeat({ elicitId: 'call_1:1~1' }));
    expect(first).not.toBe('b');
    expect(harness.item('call_1:1~1').views).toMatchObject([{ draft: { row: 1, seat: 'A' } }]);
  });

  it('is under way while the server undoes what came after the first', async () => {
    const { harness, first } = await picked();
    harness.item(seat).views[0]?.setDraft({ seat: '12A' });
    (await open(harness)).views[0]?.answer({ flightId: 'FL2' });
    const stream = await harness.server.accept();
    stream.end(info, wentBack(first), settled('cancel', { elicitId: seat }));
    await harness.when(({ items }) => items.length === 1);
    expect(harness.item()).toMatchObject({ status: 'sending' });
    push(harness.client, wentBack(answerIdOf(stream.request)), askSeat({ elicitId: 'call_1:1~1' }));
    expect(harness.client.getSnapshot().items).toMatchObject([
      { status: 'settled', note: 'changed' },
      { status: 'pending', views: [{ draft: { seat: '12A' } }] },
    ]);
  });

  it('brings back what was entered after an answer that counted before', async () => {
    const { harness } = await picked({}, { schema: about('FL1') });
    harness.item(seat).views[0]?.setDraft({ seat: '12A' });
    push(harness.client, wentBack('b'), askSeat({ elicitId: 'call_1:1~1', schema: about('FL2') }));
    harness.item('call_1:1~1').views[0]?.setDraft({ seat: '30F' });
    const gone = [seat, 'call_1:1~1'];
    push(harness.client, wentBack('c', { gone }), askSeat({ elicitId: 'call_1:1~2', schema: about('FL1') }));
    expect(harness.item('call_1:1~2').views).toMatchObject([{ draft: { seat: '12A' } }]);
  });

  it('does not fill in a question about something else', async () => {
    const { harness } = await picked();
    harness.item(seat).views[0]?.setDraft({ seat: '12A' });
    push(harness.client, wentBack('b'), askSeat({ elicitId: 'call_1:1~1', schema: about('FL2') }));
    expect(harness.item('call_1:1~1').views).toMatchObject([{ draft: undefined }]);
  });

  it('that is the same is not sent', async () => {
    const { harness } = await picked();
    const before = harness.server.requests.length;
    (await open(harness)).views[0]?.answer({ flightId: 'FL1' });
    await harness.when(isStatus('settled'));
    expect(harness.server.requests).toHaveLength(before);
    expect(harness.item()).toMatchObject({ receipt: { title: 'Flight FL1' }, note: undefined });
  });

  it.each(['keep', 'decline', 'cancel', 'setAside'] as const)('is not given by %s', async (way) => {
    const { harness } = await picked();
    const before = harness.server.requests.length;
    const item = await open(harness);
    item.views[0]?.setDraft({ flightId: 'FL2' });
    if (way === 'setAside') item.setAside(true);
    else item[way]?.();
    expect(harness.server.requests).toHaveLength(before);
    expect(harness.item()).toMatchObject({ status: 'settled', action: 'accept', receipt: { title: 'Flight FL1' } });
    expect((await open(harness)).views).toMatchObject([{ draft: { flightId: 'FL1' } }]);
  });

  it('that is invalid is asked for again, with what was entered', async () => {
    const { harness, first } = await picked();
    const item = await open(harness);
    item.views[0]?.setDraft({ flightId: 'FL2' });
    item.views[0]?.answer({ flightId: 'FL2' });
    const stream = await harness.server.accept();
    const issues = [{ path: ['flightId'], message: 'It is full.' }];
    reply(stream, 'invalid', first, issues);
    stream.end({ type: 'end' });
    await harness.when(isStatus('pending', flight));
    expect(harness.item()).toMatchObject({
      revises: true,
      issues,
      views: [{ active: true, draft: { flightId: 'FL2' } }],
    });
    const again = harness.item();
    if (again.status === 'pending') again.keep?.();
    expect(harness.item()).toMatchObject({ status: 'settled', receipt: { title: 'Flight FL1' }, issues: undefined });
  });

  it.each([
    ['same', undefined],
    ['late', 'late'],
    // An older server repeats what it has.
    [undefined, 'late'],
  ])('that is %s leaves the earlier one', async (kept, note) => {
    const { harness, first } = await picked();
    (await open(harness)).views[0]?.answer({ flightId: 'FL2' });
    const stream = await harness.server.accept();
    reply(stream, kept, first);
    stream.end({ type: 'end' });
    await harness.when(isStatus('settled'));
    expect(harness.item()).toMatchObject({ elsewhere: false, note, receipt: { title: 'Flight FL1' } });
    expect(changeOf(harness.item()) === undefined).toBe(note === 'late');
    expect(harness.errors).toEqual([]);
  });

  it('leaves the earlier one if something is stuck', async () => {
    const { harness, first } = await picked();
    (await open(harness)).views[0]?.answer({ flightId: 'FL2' });
    const stream = await harness.server.accept();
    const isStuck = true;
    stream.end(wentBack(first, { isStuck }), askSeat({ elicitId: 'call_1:1~1' }), { type: 'end' });
    await harness.when(isStatus('settled'));
    expect(harness.snapshot().items).toMatchObject([
      { elicitId: flight, note: 'stuck', receipt: { title: 'Flight FL1' } },
      { elicitId: 'call_1:1~1' },
    ]);
  });

  it('is sent again under its name after a failure, and counts if the reply to the first one was lost', async () => {
    const { harness } = await picked();
    (await open(harness)).views[0]?.answer({ flightId: 'FL2' });
    const lost = await harness.server.refuse(new Response('', { status: 500 }));
    await harness.when(isStatus('failed'));
    const item = harness.item();
    if (item.status !== 'failed') throw new Error(item.status);
    item.retry();
    const stream = await harness.server.accept();
    expect(stream.request.body.pluginElicitResponses).toEqual(lost.body.pluginElicitResponses);
    reply(stream, undefined, answerIdOf(lost));
    stream.end({ type: 'end' });
    await harness.when(isStatus('settled'));
    expect(harness.item()).toMatchObject({ elsewhere: false, receipt: { title: 'Flight FL2' } });
  });

  it('counts also if it was given up here after a failure', async () => {
    const { harness } = await picked();
    (await open(harness)).views[0]?.answer({ flightId: 'FL2' });
    const lost = await harness.server.refuse(new Response('', { status: 500 }));
    await harness.when(isStatus('failed'));
    const item = harness.item();
    if (item.status === 'failed') item.keep?.();
    expect(harness.item()).toMatchObject({ status: 'settled', receipt: { title: 'Flight FL1' } });
    push(harness.client, wentBack(answerIdOf(lost)));
    expect(harness.item()).toMatchObject({ elsewhere: false, receipt: { title: 'Flight FL2' } });
  });
});

describe('a card that is open to change an answer', () => {
  it.each([
    ['its call ends', { type: 'tool_result', id: 'call_1', name: 'book_flight', content: 'booked' }],
    [
      'its call is stopped',
      {
        type: 'plugin_session_status',
        sessionId: 'call_1',
        callId: 'call_1',
        toolName: 'book_flight',
        status: 'aborted',
      },
    ],
    ['a snapshot has no such call', { type: 'snapshot', events: [said('Hi')] }],
  ])('is the receipt again when %s', async (_, event) => {
    const { harness } = await picked();
    await open(harness);
    push(harness.client, event);
    expect(harness.item()).toMatchObject({ status: 'settled', action: 'accept', receipt: { title: 'Flight FL1' } });
  });

  it('stays when a snapshot names the answer that it is to replace, and is gone with its question', async () => {
    const { harness, first } = await picked();
    await open(harness);
    const call = { type: 'tool_calls', calls: [{ id: 'call_1', name: 'book_flight', arguments: {} }], text: '' };
    push(harness.client, {
      type: 'snapshot',
      events: [call, wentBack(first, { gone: [], isStuck: true }), settled('accept', {}, first), askSeat()],
    });
    expect(harness.item()).toMatchObject({ status: 'pending', revises: true });
    push(harness.client, wentBack('x', { elicitId: 'call_1:9', gone: [flight, seat] }));
    expect(harness.snapshot().items).toEqual([]);
  });

  it('is a receipt when the answer is changed on another page, and says so', async () => {
    const { harness } = await picked();
    await open(harness);
    push(harness.client, wentBack('theirs'));
    expect(harness.item()).toMatchObject({ status: 'settled', elsewhere: true, note: 'changed', receipt: undefined });
  });

  it('is the receipt again once the client is closed', async () => {
    const { harness } = await picked();
    await open(harness);
    await harness.client.close();
    expect(harness.item()).toMatchObject({ status: 'settled', receipt: { title: 'Flight FL1' } });
  });
});

describe('after a reload', () => {
  it('the receipt is there, and the answer can still be changed', async () => {
    const storage = createShelf();
    const { harness } = await picked({ storage });
    await harness.client.close();
    const next = createHarness({ storage });
    expect(next.item()).toMatchObject({ status: 'settled', receipt: { title: 'Flight FL1' } });
    expect((await open(next)).views).toMatchObject([
      { draft: { flightId: 'FL1' }, props: { flights: [{ id: 'FL1' }, { id: 'FL2' }] } },
    ]);
  });

  it('the card that was open is open, with what was entered, and can be kept as it was', async () => {
    const storage = createShelf();
    const { harness, first } = await picked({ storage });
    (await open(harness)).views[0]?.setDraft({ flightId: 'FL2' });
    await harness.client.close();
    const next = createHarness({ storage });
    await next.when(({ items }) => items[0]?.views.length === 1);
    const item = next.item();
    expect(item).toMatchObject({ status: 'pending', revises: true });
    expect(item.views).toMatchObject([{ draft: { flightId: 'FL2' } }]);
    if (item.status === 'pending') item.keep?.();
    expect((await open(next)).views).toMatchObject([{ draft: { flightId: 'FL1' } }]);
    (await next.server.accept()).end({ type: 'end' });
    next.item().views[0]?.answer({ flightId: 'FL2' });
    const { body } = (await next.server.accept()).request;
    expect(body.pluginElicitResponses).toMatchObject([{ elicitId: flight, revises: first }]);
  });

  it('an answer that was being sent is sent again under its name', async () => {
    const storage = createShelf();
    const { harness } = await picked({ storage });
    (await open(harness)).views[0]?.answer({ flightId: 'FL2' });
    const { request } = await harness.server.accept();
    await harness.client.close();
    const next = createHarness({ storage });
    expect(next.item()).toMatchObject({ status: 'sending', revises: true });
    const posts = [(await next.server.accept()).request, (await next.server.accept()).request];
    expect(posts.map(({ body }) => body.pluginElicitResponses)).toContainEqual(request.body.pluginElicitResponses);
  });

  it('a change that other code wrote into the conversation’s record is not sent', async () => {
    const storage = createShelf();
    const { harness, first = '' } = await picked({ storage });
    await harness.client.close();
    const result = { action: 'accept', content: { flightId: 'FORGED' } };
    const sent = { id: 'forged', action: 'accept', result, state: 'sending' };
    const forged = { open: { drafts: { '0': { flightId: 'FORGED' } } }, answers: [sent], revises: first };
    const [key = '', text = ''] = [...storage.items].find(([, value]) => value.includes('"end":{')) ?? [];
    const record = text.replace('"end":{', `${JSON.stringify(forged).slice(1, -1)},"end":{`);
    expect(record).not.toBe(text);
    storage.items.set(key, record);

    const next = createHarness({ storage });
    expect(next.item()).toMatchObject({ status: 'pending', revises: true });
    const { body } = (await next.server.accept()).request;
    expect(body).toMatchObject({ attach: true });
    const item = next.item();
    if (item.status === 'pending') item.keep?.();
    expect(next.item()).toMatchObject({ status: 'settled', receipt: { title: 'Flight FL1' } });
    expect(next.server.requests.flatMap((request) => request.body.pluginElicitResponses ?? [])).toEqual([]);
  });

  it('a receipt that nothing names is stored without its question', async () => {
    const storage = createShelf();
    const { harness } = await picked({ storage }, { changeable: undefined });
    await harness.client.close();
    const next = createHarness({ storage });
    expect(next.item().request.schema).toEqual({});
    push(next.client, askSeat());
    expect(changeOf(next.item())).toBeUndefined();
  });
});
