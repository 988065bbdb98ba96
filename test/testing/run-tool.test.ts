import { all, createContext, race, run, sleep, spawn, suspend, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type AnyMcpTool } from '../../src/plugin.ts';
import { createMockClient, runTool } from '../../src/testing.ts';

const declared = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ hotel: z.object({ stars: z.int() }), car: z.object({ size: z.string() }) }, { concurrent: true });

const hotel = { key: 'hotel', action: 'accept', content: { stars: 3 } } as const;
const car = { key: 'car', action: 'accept', content: { size: 'S' } } as const;
const wrong = { key: 'hotel', action: 'accept', content: { stars: 'x' }, refused: true } as const;

describe('runTool', () => {
  it('gives what the tool returns itself', async () => {
    const value = { at: new Date(0) };
    const tool = declared.execute(function* () {
      return value;
    });
    expect(await run(() => runTool(tool, {}, createMockClient()))).toBe(value);
  });

  it.each([new Map(), { size: Number.NaN }, { greet: () => 'Hi' }])('refuses %o as a server does', async (value) => {
    const tool = declared.execute(function* () {
      return value;
    });
    const ran = run(() => runTool<AnyMcpTool>(tool, {}, createMockClient()));
    await expect(ran).rejects.toMatchObject({
      code: 'NOT_JSON',
      message: expect.stringContaining('What the tool returned') as string,
    });
  });

  it('says that a declaration has no body', async () => {
    const ran = run(() => runTool(declared as never, {} as never, createMockClient()));
    await expect(ran).rejects.toThrow('runTool: trip is a declaration. Give the tool that its .execute(…) returns.');
  });

  it('answers for anybody whom the tool asks, in whose name the script says', async () => {
    const tool = declared.execute(function* (_, ctx) {
      const booked = yield* ctx.elicit('hotel', { message: 'Which?' }, { to: { role: 'manager' }, notOwner: true });
      const rented = yield* ctx.elicit('car', { message: 'And?' });
      return [booked.by, rented.by];
    });
    const bo = { id: 'bo', name: 'Bo', roles: ['manager'] };
    const client = createMockClient({ elicitResponses: [{ ...hotel, by: bo }, car] });
    expect(await run(() => runTool(tool, {}, client, { owner: 'ada' }))).toEqual([
      { id: 'bo', name: 'Bo' },
      { id: 'ada' },
    ]);
    expect(client.elicitCalls.map(({ to }) => to)).toEqual([[{ role: 'manager' }], undefined]);
  });

  const askingOthers = (options: object) =>
    declared.execute(function* (_, ctx) {
      const answer = yield* ctx.elicit('hotel', { message: 'Which?' }, options as never);
      return { ...answer, by: answer.by?.id ?? 'nobody' };
    });
  const manager = { to: { role: 'manager' }, notOwner: true };
  const answered = (options: object, answer: object = hotel, owner: string | undefined = 'ada') =>
    run(() => runTool(askingOthers(options), {}, createMockClient({ elicitResponses: [answer as never] }), { owner }));

  it.each([
    [manager, hotel, 'manager'],
    [{ to: ['bo', { role: 'manager' }] }, hotel, 'bo'],
    [{ to: ['ada', 'cy'], notOwner: true }, hotel, 'cy'],
    [manager, { action: 'cancel' }, 'manager'],
    [manager, { action: 'cancel', reason: 'withdrawn' }, 'ada'],
    [manager, { action: 'cancel', by: { id: 'ada' } }, 'ada'],
    [{ ...manager, timeout: 5 }, { action: 'cancel', reason: 'expired' }, 'nobody'],
    [{}, { action: 'cancel', reason: 'interrupted' }, 'nobody'],
    [{}, hotel, 'ada'],
  ])('answers a question %j with %j in the name of whom it is for', async (options, answer, by) => {
    expect(await answered(options, answer)).toMatchObject({ by });
  });

  it.each([
    [manager, { id: 'ada', roles: ['manager'] }, 'it is for the role "manager", and not for the owner of the call'],
    [manager, { id: 'eve', roles: ['intern'] }, '{ by: {"id":"manager","roles":["manager"]} }'],
    [{ to: 'bo' }, { id: 'eve' }, '"hotel" as "eve", who may not: it is for bo. Script { by: {"id":"bo"} }.'],
    [{}, { id: 'eve' }, 'Script { by: {"id":"ada"} }.'],
  ])('refuses for a question %j an answer by %j, and says who may give it', async (options, by, words) => {
    const ran = answered(options, { ...hotel, by });
    await expect(ran).rejects.toMatchObject({ code: 'WRONG_PERSON', message: expect.stringContaining(words) });
  });

  it('needs no owner for a question of four eyes whose time is over', async () => {
    const client = createMockClient({ elicitResponses: [{ action: 'cancel', reason: 'expired' }] });
    const ran = run(() => runTool(askingOthers({ ...manager, timeout: 5 }), {}, client));
    expect(await ran).toEqual({ action: 'cancel', reason: 'expired', by: 'nobody' });
  });

  it('says that four eyes need an owner', async () => {
    const ran = run(() => runTool(askingOthers(manager), {}, createMockClient({ elicitResponses: [hotel] })));
    await expect(ran).rejects.toThrow("runTool(tool, params, client, { owner: 'ada' })");
  });

  it('shows how a question was asked', async () => {
    const client = createMockClient({ elicitResponses: [hotel] });
    const options = { ...manager, hidden: true, timeout: 5000 };
    await run(() => runTool(askingOthers(options), {}, client, { owner: 'ada' }));
    expect(client.elicitCalls).toMatchObject([{ ...options, to: [{ role: 'manager' }] }]);
  });

  it('says which content was refused, and where', async () => {
    const ran = answered({}, { ...hotel, content: { stars: '3' } });
    await expect(ran).rejects.toThrow('did not take the scripted answer to "hotel", {"stars":"3"}. At stars: ');
  });

  it('throws what a check throws, and stops the tool with its clean-up', async () => {
    const done: string[] = [];
    const fault = new RangeError('no database');
    const tool = declared.execute(function* (_, ctx) {
      try {
        return yield* ctx.elicit(
          'hotel',
          { message: 'Which?' },
          {
            check: () => {
              throw fault;
            },
          },
        );
      } catch {
        return 'hidden';
      } finally {
        done.push('cleaned up');
      }
    });
    await expect(run(() => runTool(tool, {}, createMockClient({ elicitResponses: [hotel] })))).rejects.toBe(fault);
    expect(done).toEqual(['cleaned up']);
  });

  it('answers questions that wait at once in the order asked, and a refused one before the next', async () => {
    const tool = declared.execute(function* (_, ctx) {
      return yield* all([ctx.elicit('hotel', { message: 'Hotel?' }), ctx.elicit('car', { message: 'Car?' })]);
    });
    const client = createMockClient({ elicitResponses: [wrong, hotel, car] });
    await run(() => runTool(tool, {}, client));
    expect(client.elicitCalls.map(({ key, attempt }) => [key, attempt])).toEqual([
      ['hotel', 1],
      ['hotel', 2],
      ['car', 1],
    ]);
  });

  it('lets a question be answered after any number of refusals', async () => {
    const tool = declared.execute((_, ctx) => ctx.elicit('hotel', { message: 'Hotel?' }));
    const client = createMockClient({ elicitResponses: [...Array.from({ length: 12 }, () => wrong), hotel] });
    expect(await run(() => runTool(tool, {}, client))).toMatchObject({ action: 'accept' });
  });

  it('takes an answer however long its check takes: a script says which question expires', async () => {
    const tool = declared.execute((_, ctx) =>
      ctx.elicit(
        'hotel',
        { message: 'Hotel?' },
        {
          timeout: 1,
          *check() {
            yield* sleep(30);
            return [];
          },
        },
      ),
    );
    const client = createMockClient({ elicitResponses: [hotel] });
    expect(await run(() => runTool(tool, {}, client))).toMatchObject({ action: 'accept' });
  });

  it('has every log message and report, however many', async () => {
    const tool = declared.execute(function* (_, ctx) {
      for (let count = 0; count < 3000; count += 1) yield* ctx.log('info', String(count));
      yield* ctx.elicit('hotel', { message: 'Hotel?' });
      yield* ctx.notify('done');
    });
    const client = createMockClient({ elicitResponses: [hotel] });
    await run(() => runTool(tool, {}, client));
    expect(client.logs.map(({ message }) => Number(message))).toEqual(Array.from({ length: 3000 }, (_, at) => at));
    expect(client.notifications).toEqual([{ message: 'done' }]);
  });

  it('makes the provider fail in its own words', async () => {
    const tool = declared.execute(function* (_, ctx) {
      yield* ctx.sample({ prompt: 'Tip?' });
    });
    const client = createMockClient({ sampleResponses: [new Error('overloaded')] });
    await expect(run(() => runTool(tool, {}, client))).rejects.toThrow('overloaded');
  });

  it('runs the clean-up of a tool that is halted', async () => {
    const done: string[] = [];
    const tool = declared.execute(function* (_, ctx) {
      try {
        yield* ctx.step('wait', function* () {
          done.push('began');
          yield* suspend();
        });
      } finally {
        done.push('cleaned up');
      }
    });
    await run(function* () {
      const running = yield* spawn(() => runTool(tool, {}, createMockClient()));
      while (done.length === 0) yield* sleep(1);
      yield* running.halt();
    });
    expect(done).toEqual(['began', 'cleaned up']);
  });

  it('lets the tool see the contexts of the test', async () => {
    const person = createContext<string>('person');
    const tool = declared.execute(() => person.expect());
    const result = run(function* () {
      yield* person.set('Ada');
      return yield* runTool(tool, {}, createMockClient());
    });
    expect(await result).toBe('Ada');
  });

  it('answers a question before the sample that the tool asked for after it', async () => {
    const tool = declared.execute((_, ctx) =>
      race<Operation<unknown>>([ctx.elicit('hotel', { message: 'Hotel?' }), ctx.sample({ prompt: 'Hotel?' })]),
    );
    const client = createMockClient({ elicitResponses: [hotel], sampleResponses: ['Ritz'] });
    expect(await run(() => runTool(tool, {}, client))).toMatchObject({ action: 'accept' });
    expect(client.unused()).toEqual({ elicit: 0, sample: 0 });
  });

  it('ends a tool that runs for too long, in the check of an answer, too', async () => {
    const tool = declared.execute((_, ctx) =>
      ctx.elicit(
        'hotel',
        { message: 'Hotel?' },
        {
          *check() {
            yield* suspend();
            return [];
          },
        },
      ),
    );
    const running = run(() =>
      runTool(tool, {}, createMockClient({ elicitResponses: [hotel] }), { limits: { timeout: 50 } }),
    );
    await expect(running).rejects.toMatchObject({ code: 'TOOL_TIMEOUT' });
  });

  it('can use a client again', async () => {
    const tool = declared.execute((_, ctx) => ctx.elicit('hotel', { message: 'Hotel?' }));
    const client = createMockClient({ elicitResponses: [hotel, hotel] });
    await expect(run(() => runTool(tool, {}, client))).rejects.toMatchObject({ code: 'UNUSED_RESPONSES' });
    expect(await run(() => runTool(tool, {}, client))).toMatchObject({ action: 'accept' });
  });

  it('refuses arguments that do not fit as every host does', async () => {
    const book = createMcpTool('book')
      .description('Book')
      .parameters(z.object({ to: z.string() }))
      .elicits({})
      .execute(function* ({ to }) {
        return to;
      });
    await expect(run(() => runTool(book, {} as never, createMockClient()))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
    });
  });
});

describe('a tool that waits for the host', () => {
  const tool = declared.execute(function* (_, ctx) {
    yield* ctx.waitFor.token('paid');
    const paid = yield* ctx.waitFor('paid', { schema: z.object({ by: z.string() }), timeout: 1000, message: 'Paying' });
    return paid.action === 'accept' ? paid.content.by : paid.reason;
  });

  it('gets its value from the script, by its name', async () => {
    const given = { key: 'paid', action: 'accept', content: { by: 'Ada' } } as const;
    const client = createMockClient({ elicitResponses: [{ ...given, content: { by: 7 }, refused: true }, given] });
    expect(await run(() => runTool(tool, {}, client))).toBe('Ada');
    expect(client.elicitCalls).toMatchObject([{ key: 'paid', message: 'Paying' }, { key: 'paid' }]);
  });

  it('ends as the script says', async () => {
    const client = createMockClient({ elicitResponses: [{ key: 'paid', action: 'cancel', reason: 'expired' }] });
    expect(await run(() => runTool(tool, {}, client))).toBe('expired');
  });
});
