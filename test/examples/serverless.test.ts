import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type chatDoor from '../../examples/serverless/api/chat.ts';
import type sweepDoor from '../../examples/serverless/api/sweep.ts';
import type * as serverless from '../../examples/serverless/chat.ts';
import type { SqlRunner } from '../../src/store/postgres-store.ts';
import { accept, lastWords, questionOf, read, the, user } from '../chat/harness.ts';

let chat: typeof chatDoor;
let sweep: typeof sweepDoor;
let openChat: typeof serverless.openChat;
let database: SqlRunner;

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'memory://');
  ({ default: chat } = await import('../../examples/serverless/api/chat.ts'));
  ({ default: sweep } = await import('../../examples/serverless/api/sweep.ts'));
  ({ openChat } = await import('../../examples/serverless/chat.ts'));
  ({ database } = await import('../../examples/serverless/database.ts'));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const open = (body: object) =>
  chat.fetch(
    new Request('http://chat.test/api/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [], ...body }),
    }),
  );
const post = async (body: object) => read(await open(body));
const cron = () => sweep.fetch(new Request('http://chat.test/api/sweep'));
/** The keys of what runs, and of what somebody has to look at. */
const unfinished = async () => {
  const leases = await database.query(`select key from elicit_entries where key like '%/lease'`);
  const due = await database.query('select key from elicit_due where at < $1', [Date.now()]);
  return [...leases.rows, ...due.rows];
};
const book = { messages: [{ ...user('Book'), id: 'm1' }] };

describe('the serverless example, with a handler made afresh for each request', () => {
  it('books a flight', async () => {
    expect(openChat()).not.toBe(openChat());
    const conversationId = 'books';
    const asked = await post({ ...book, conversationId });
    const seat = await post({
      conversationId,
      revision: asked.state.revision,
      pluginElicitResponses: [accept(questionOf(asked), { flightId: 'SH420' })],
    });
    expect(await unfinished()).toEqual([]);
    const done = await post({
      conversationId,
      revision: seat.state.revision,
      pluginElicitResponses: [accept(questionOf(seat), { row: 12, seat: 'A' })],
    });
    expect(the(done, 'tool_result').content).toMatch(/^Ticket SH420, seat 12A/);
    expect(lastWords(done)).toMatch(/^Done\. Ticket SH420/);
    expect(await unfinished()).toEqual([]);
  });

  it('ends a question whose time has passed when the cron job calls, and is done when that has its response', async () => {
    const conversationId = 'expires';
    questionOf(await post({ ...book, conversationId }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7_200_000 });
    expect(await unfinished()).toHaveLength(1);

    expect((await cron()).status).toBe(200);

    expect(await unfinished()).toEqual([]);
    expect(lastWords(await post({ conversationId, attach: true }))).toBe(
      'Done. Not booked: the person picked no flight.',
    );
  });

  it('goes on to the question when the person leaves before it', async () => {
    const conversationId = 'leaves';
    const response = await open({ ...book, conversationId });
    await response.body?.cancel();
    await vi.waitFor(async () => expect(await unfinished()).toEqual([]), { timeout: 10_000 });
    expect(questionOf(await post({ conversationId, attach: true })).key).toBe('pickFlight');
  });

  it('passes on why a request is refused', async () => {
    const response = await chat.fetch(new Request('http://chat.test/api/chat'));
    expect(response.status).toBe(405);
    expect(await response.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } });
  });

  it('lets only the cron job sweep, if there is a secret', async () => {
    vi.stubEnv('CRON_SECRET', 'secret');
    expect((await cron()).status).toBe(401);
    const headers = { authorization: 'Bearer secret' };
    expect((await sweep.fetch(new Request('http://chat.test/api/sweep', { headers }))).status).toBe(200);
  });
});
