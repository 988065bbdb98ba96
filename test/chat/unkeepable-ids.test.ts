import { run } from 'effection';
import { expect, it } from 'vitest';
import { chatOf, gone, people, say } from '../attack/inbox-doors.ts';
import { createAirline, endpointOf, keys } from '../mcp/harness.ts';
import { storeInProcess } from '../store/postgres-in-process.ts';

const unknown = { outcome: 'unknown' };

it.each([
  ['a NUL', 'a\0'],
  ['half a character', 'a\ud800'],
])('a call’s id with %s is unknown in a database', async (_, id) => {
  const chat = chatOf({ to: 'bo' }, { store: storeInProcess() });
  const { inbox, resolve, reassign, sessions } = chat.handler;
  await say(chat);
  const bo = people['bo']!;
  const place = { callId: id, elicitId: `${id}:elicit:0` };
  expect(await resolve(`${id}~${'0'.repeat(32)}`, {})).toEqual(unknown);
  expect(await inbox.open(bo, place)).toEqual(gone);
  expect(await inbox.answer(bo, { ...place, sessionId: id, result: { action: 'decline' } })).toEqual(gone);
  expect(await reassign(place, { to: 'cy' })).toBe(false);
  expect(await run(() => sessions.get(id))).toBeNull();
  expect(await run(() => sessions.recall(id))).toBeNull();
  expect(chat.errors).toEqual([]);
});

it.each([
  ['a NUL', 'a\0'],
  ['half a character', 'a\ud800'],
])('a token with %s is unknown to an MCP endpoint', async (_, id) => {
  const errors: unknown[] = [];
  const mcp = endpointOf([createAirline().bookFlight], {
    store: storeInProcess(),
    keys,
    onEvent: (event) => event.type === 'error' && errors.push(event.error),
  });
  expect(await mcp.resolve(`${id}~${'0'.repeat(32)}`, {})).toEqual(unknown);
  expect(errors).toEqual([]);
});
