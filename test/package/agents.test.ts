import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerRun, type Reply, type Run, type SendAnswer } from '../../docs/examples/answer-run.ts';
import { closeAll, createHarness } from '../client/harness.ts';
import { createShelf } from '../client/shelf.ts';
import { answer, atOnce, folder, frameworks, idOf, messagesOf, recipes, serve, tryAgain } from './agents.ts';
import { root, run } from './project.ts';

afterEach(closeAll);

const flight = { action: 'accept', content: { flightId: 'SH420' } };
const seat = { action: 'accept', content: { row: 12, seat: 'A' } };
describe.each(frameworks)('a run of %s', (_name, agent, execPath) => {
  const { restart, call, post, begin, sender, asked, next } = serve(recipes, agent, execPath);

  it('is answered over a reload and a restart, with two questions, and books once', async () => {
    const storage = createShelf();
    const before = createHarness({ storage, conversationId: 'c' });
    void answerRun(before.client, await begin('reload'), sender('reload'));
    await answer(before, 'Which flight?', flight.content);
    await before.when((snapshot) => snapshot.pending[0]?.message === 'Which seat?');
    await before.client.close();
    await restart();

    const after = createHarness({ storage, conversationId: 'c' });
    const result = answerRun(after.client, await call<Run>('reload'), sender('reload'));
    await answer(after, 'Which seat?', seat.content);
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    expect(asked('reload')).toBe(1);
  });

  it('counts an answer once, however often and late it comes', async () => {
    const send = (body: unknown) => post<Reply>('often/answers', body);
    const one = { id: idOf(await begin('often'), 'Which flight?'), answerId: 'a', result: flight };
    const [taken, again] = await Promise.all([send(one), send(one)]);
    expect(messagesOf(taken.run)).toEqual(['Which seat?']);
    expect(again).toEqual(taken);
    // It does not answer the second question.
    expect(await send(one)).toEqual(taken);

    const two = { id: idOf(taken.run, 'Which seat?'), answerId: 'b', result: seat };
    const other = { ...two, answerId: 'c', result: { action: 'decline' } };
    const run = { output: 'Booked SH420, 12A' };
    expect(await Promise.all([send(two), send(other)])).toEqual([{ run }, { run, counted: seat }]);
    expect(await send(two)).toEqual({ run });
    expect(asked('often')).toBe(1);
  });

  it.each([
    ['fails', 'fails'],
    ['hangs and the server is killed', 'hangs'],
  ] as const)('goes on under the same answer after the airline %s', async (_name, how) => {
    next(how);
    const page = createHarness();
    const result = answerRun(page.client, await begin(how), sender(how));
    await answer(page, 'Which flight?', flight.content);
    await answer(page, 'Which seat?', seat.content);
    if (how === 'hangs') {
      await vi.waitUntil(() => asked(how) === 1, { timeout: 20_000 });
      await restart();
    }
    await tryAgain(page);
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    // The framework asks again, with the same key.
    expect(asked(how)).toBe(2);
  });

  it('takes no answer that is made up', async () => {
    const { waitsFor = [] } = await begin('forged');
    const id = idOf({ waitsFor }, 'Which flight?');
    const send = (body: object, runId = 'forged') => post<Reply>(`${runId}/answers`, { id, answerId: 'a', ...body });
    const over = { action: 'cancel', reason: 'interrupted' };
    const refused = await send({ result: { action: 'accept', content: { flightId: 'X' } } });
    expect(refused.issues).toMatchObject([{ path: ['flightId'] }]);
    expect(await send({ id: 'other', result: flight })).toEqual({ run: { waitsFor }, counted: over });
    // A server that has forgotten the run says so.
    expect(await send({ result: flight }, 'unknown')).toEqual({ run: {}, counted: over });
    await expect(call('unknown')).rejects.toThrow('404');
    await expect(send({ result: { action: 'approve' } })).rejects.toThrow('400');
    expect(await call('forged')).toEqual({ waitsFor });
  });

  it('hears that the person declines', async () => {
    const page = createHarness();
    const result = answerRun(page.client, await begin('declined'), sender('declined'));
    await answer(page, 'Which flight?', flight.content);
    const { pending } = await page.when((snapshot) => snapshot.pending[0]?.message === 'Which seat?');
    if (pending[0]?.status === 'pending') pending[0].decline();
    expect(await result).toEqual({ output: 'Nothing was booked.' });
    expect(asked('declined')).toBe(0);
  });
});

describe.each(frameworks)('a run of %s with two questions at once', (_name, agent, execPath) => {
  const { restart, call, post, begin, sender, asked } = serve(atOnce, agent, execPath, 'beside');
  const both = ['Which flight?', 'Which seat?'];

  it('shows both, and takes the answers in any order, over a reload and a restart', async () => {
    const storage = createShelf();
    const before = createHarness({ storage, conversationId: 'c' });
    void answerRun(before.client, await begin('reload'), sender('reload'));
    const { pending } = await before.when((snapshot) => snapshot.pending.length === 2);
    expect(pending.map(({ message }) => message).toSorted()).toEqual(both);
    await answer(before, 'Which seat?', seat.content);
    const left = await before.when((snapshot) => snapshot.pending.length === 1);
    expect(left.pending).toMatchObject([{ message: 'Which flight?', status: 'pending' }]);
    await before.client.close();
    await restart();

    const after = createHarness({ storage, conversationId: 'c' });
    const run = await call<Run>('reload');
    expect(messagesOf(run)).toEqual(['Which flight?']);
    const result = answerRun(after.client, run, sender('reload'));
    await answer(after, 'Which flight?', flight.content);
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    expect(asked('reload')).toBe(1);
  });

  it('takes answers that cross one another', async () => {
    const page = createHarness();
    const result = answerRun(page.client, await begin('crossing'), sender('crossing'));
    await Promise.all([answer(page, 'Which flight?', flight.content), answer(page, 'Which seat?', seat.content)]);
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    expect(asked('crossing')).toBe(1);
  });

  it('waits for the second when the first is answered, however often', async () => {
    const send = (body: unknown) => post<Reply>('often/answers', body);
    const run = await begin('often');
    const one = { id: idOf(run, 'Which flight?'), answerId: 'a', result: flight };
    const two = { id: idOf(run, 'Which seat?'), answerId: 'b', result: seat };
    const taken = await Promise.all([send(one), send(one), send({ ...one, answerId: 'c' })]);
    expect(taken.map((reply) => messagesOf(reply.run))).toEqual([['Which seat?'], ['Which seat?'], ['Which seat?']]);
    expect(taken[2].counted).toEqual(flight);
    // The answer to the other question does not fit it.
    expect((await send({ ...two, result: flight })).issues).not.toEqual([]);
    expect(await send(two)).toEqual({ run: { output: 'Booked SH420, 12A' } });
    expect(await send(one)).toEqual({ run: { output: 'Booked SH420, 12A' } });
    expect(asked('often')).toBe(1);
  });
});

describe.each(frameworks)('a run of %s that asks three people at once', (_name, agent, execPath) => {
  const { restart, call, begin, sender, asked, next } = serve(atOnce, agent, execPath, 'each');
  const people = ['ann', 'bob', 'cyd'];
  const seats = { ann: { row: 1, seat: 'A' }, bob: { row: 2, seat: 'B' }, cyd: { row: 3, seat: 'C' } };
  const booked = { output: 'ann: Booked SH420, 1A bob: Booked SH420, 2B cyd: Booked SH420, 3C' };
  const askedFor = (runId: string) => people.map((who) => asked(`${runId} ${who}`));

  it('gives each asker its own answer, in any order, over a restart', async () => {
    const page = createHarness();
    const result = answerRun(page.client, await begin('each'), sender('each'));
    const { pending } = await page.when((snapshot) => snapshot.pending.length === 3);
    expect(pending.map(({ message }) => message).toSorted()).toEqual(people.map((who) => `${who}: Which seat?`));
    await answer(page, 'bob: Which seat?', seats.bob);
    await page.when((snapshot) => snapshot.pending.length === 2);
    expect(askedFor('each')).toEqual([0, 1, 0]);
    await restart();
    expect(messagesOf(await call('each'))).toEqual(['ann: Which seat?', 'cyd: Which seat?']);
    await answer(page, 'cyd: Which seat?', seats.cyd);
    await answer(page, 'ann: Which seat?', seats.ann);
    expect(await result).toEqual(booked);
    expect(askedFor('each')).toEqual([1, 1, 1]);
  });

  it('hears which of them declines', async () => {
    const page = createHarness();
    const result = answerRun(page.client, await begin('declined'), sender('declined'));
    await answer(page, 'ann: Which seat?', seats.ann);
    const ofBob = ({ message }: { message: string }) => message.startsWith('bob');
    const { pending } = await page.when((snapshot) => snapshot.pending.some(ofBob));
    const bob = pending.find(ofBob);
    if (bob?.status === 'pending') bob.decline();
    await answer(page, 'cyd: Which seat?', seats.cyd);
    const output = 'ann: Booked SH420, 1A bob: Nothing was booked. cyd: Booked SH420, 3C';
    expect(await result).toEqual({ output });
    expect(askedFor('declined')).toEqual([1, 0, 1]);
  });

  it.each([
    ['fails', 'fails'],
    ['hangs and the server is killed', 'hangs'],
  ] as const)('goes on after the airline %s for one of them', async (_name, how) => {
    const page = createHarness();
    const result = answerRun(page.client, await begin(how), sender(how));
    await answer(page, 'ann: Which seat?', seats.ann);
    await page.when((snapshot) => snapshot.pending.length === 2);
    next(how);
    await answer(page, 'bob: Which seat?', seats.bob);
    if (how === 'hangs') {
      await vi.waitUntil(() => asked('hangs bob') === 1, { timeout: 20_000 });
      await restart();
    }
    await tryAgain(page);
    await answer(page, 'cyd: Which seat?', seats.cyd);
    expect(await result).toEqual(booked);
    // The others did not book again.
    expect(askedFor(how)).toEqual([1, 2, 1]);
  });
});

describe.each(frameworks)('a run of %s that works while a question is open', (_name, agent, execPath) => {
  const { restart, begin, sender, asked, next } = serve(atOnce, agent, execPath, 'hold');

  it.each([
    ['fails', 'fails'],
    ['hangs and the server is killed', 'hangs'],
  ] as const)('goes on after the airline %s, and no answer reaches another question', async (_name, how) => {
    next(how);
    const page = createHarness();
    const result = answerRun(page.client, await begin(how), sender(how));
    await page.when((snapshot) => snapshot.pending.length === 2);
    await answer(page, 'Which flight?', flight.content);
    if (how === 'hangs') {
      await vi.waitUntil(() => asked(`${how} hold`) === 1, { timeout: 20_000 });
      await restart();
    }
    await tryAgain(page);
    await answer(page, 'cyd: Which seat?', { row: 3, seat: 'C' });
    await answer(page, 'Which seat?', seat.content);
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    expect(asked(how)).toBe(1);
  });
});

describe.each(frameworks)('a run of %s that asks the same again', (_name, agent, execPath) => {
  const { begin, sender, post } = serve(atOnce, agent, execPath, 'again');

  it('counts each answer for its own question', async () => {
    const page = createHarness();
    const sent: string[] = [];
    const send: SendAnswer = (given, signal) => {
      sent.push(given.id);
      return sender('again')(given, signal);
    };
    const result = answerRun(page.client, await begin('again'), send);
    for (const row of [1, 2, 12]) {
      await answer(page, 'Which seat?', { row, seat: 'A' });
      await page.when((snapshot) => snapshot.pending.every(({ status }) => status === 'pending'));
    }
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    expect(new Set(sent).size).toBe(3);
    // The first answer is not one to the last question.
    const late = await post<Reply>('again/answers', { id: sent[0], answerId: 'late', result: seat });
    expect(late.counted).toMatchObject({ content: { row: 1 } });
  });
});

describe.each(frameworks)('a run of %s that does not move', (_name, agent, execPath) => {
  const { begin, call, post } = serve(atOnce, agent, execPath, 'stuck');

  it('says so instead of trying for ever', async () => {
    const stuck = /500: Error: The run stuck does not go on/;
    const begun = begin('stuck');
    // Mastra takes an answer first.
    const reply =
      agent === 'mastra'
        ? post('stuck/answers', {
            id: idOf(await begun, 'Which seat?'),
            answerId: 'a',
            result: { ...seat, content: { row: 1, seat: 'A' } },
          })
        : begun;
    await expect(reply).rejects.toThrow(stuck);
    await expect(call('stuck')).rejects.toThrow(stuck);
  });
});

describe('a nested workflow of Mastra', () => {
  const [, , [, agent, execPath]] = frameworks;
  describe('for each item', () => {
    const { begin, sender } = serve(atOnce, agent, execPath, 'flowForEach');

    it('asks one item after another, and each gets its own answer', async () => {
      const page = createHarness();
      const begun = await begin('nested');
      expect(messagesOf(begun)).toEqual(['ann: Which seat?']);
      const result = answerRun(page.client, begun, sender('nested'));
      for (const [who, row] of [
        ['ann', 1],
        ['bob', 2],
        ['cyd', 3],
      ] as const)
        await answer(page, `${who}: Which seat?`, { row, seat: 'A' });
      const output = 'ann: Booked SH420, 1A bob: Booked SH420, 2A cyd: Booked SH420, 3A';
      expect(await result).toEqual({ output });
    });
  });

  describe('with a foreach', () => {
    const { begin } = serve(atOnce, agent, execPath, 'eachInFlow');

    it('is refused, since one answer would go to all items', async () => {
      await expect(begin('refused')).rejects.toThrow('Mastra would give one answer to all items of inner.each.');
    });
  });
});

it('the three loops compile', () => {
  expect(run('npx', ['tsc', '-p', folder], root)).toBe('');
});
