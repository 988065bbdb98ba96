import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { answering, connect, createAirline, endpointOf, leg, type RawResult } from './harness.ts';
import { initialize, type Message } from './raw.ts';

/** A tool that tells what the person did. */
function createAsker() {
  const got: unknown[] = [];
  const ask = createMcpTool('ask')
    .description('Ask')
    .parameters(z.object({}))
    .elicits({ name: z.object({ name: z.string().min(2, 'Too short.'), age: z.number().optional() }) })
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('name', { message: 'Your name?' });
      got.push(answer);
      return answer.action === 'accept' ? { name: answer.content.name } : answer.action;
    });
  return { ask, got };
}

/** What the model reads of a question that failed. */
const unanswered: unknown = { type: 'text', text: expect.stringContaining('"name" ended without an answer') };

const call = { name: 'ask', arguments: {} };
const state = ({ result }: RawResult) => ({ requestState: result?.requestState ?? '' });
const asked = ({ result }: RawResult) => Object.keys(result?.inputRequests ?? {});

describe('an answer is refused, and asked again with its issues, in both eras:', () => {
  it.each([
    ['that does not fit the schema', { name: 'x' }, 'Name: Too short.'],
    ['without a field', {}, 'name'],
    ['with a value of another type', { name: 7 }, 'name'],
  ])('%s', async (_what, content, issue) => {
    const { ask, got } = createAsker();
    const mcp = endpointOf([ask]);
    const first = await leg(mcp, call);
    const second = await leg(mcp, { ...call, ...answering(first, content) });
    const [modern] = Object.values(second.result?.inputRequests ?? {}).map(({ params }) => params);

    const session = await initialize(mcp);
    const stream = await session.call('ask', {});
    const pushed = await stream.next();
    await session.send({ id: pushed?.id, result: { action: 'accept', content } });
    const again = (await stream.next()) as Message;

    for (const question of [modern, again.params]) {
      expect(question?.message).toContain(issue);
      expect(question?._meta).toMatchObject({
        'elicitkit/attempt': 2,
        'elicitkit/issues': [{ path: ['name'], message: expect.any(String) as string }],
        'elicitkit/message': 'Your name?',
      });
    }
    expect(got).toEqual([]);
  });

  it('by the tool’s own check', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const second = await leg(mcp, answering(first, { flightId: 'FL999' }));

    expect(second.result?.inputRequests?.['pickFlight.0.2']?.params.message).toContain('- It was not offered.');
    expect(done).toEqual(['search']);
  });
});

it('an answer to an earlier attempt changes nothing', async () => {
  const { ask, got } = createAsker();
  const mcp = endpointOf([ask]);
  const first = await leg(mcp, call);
  const second = await leg(mcp, { ...call, ...answering(first, { name: 'x' }) });
  const again = await leg(mcp, { ...call, ...answering(first, { name: 'Ada' }), ...state(second) });

  expect(asked(again)).toEqual(['name.0.2']);
  expect(got).toEqual([]);
});

it.each([
  ['from 2026-07-28', 'modern'],
  ['before', 'legacy'],
] as const)('the tenth refused answer ends the question as failed: %s', async (_when, era) => {
  const { ask, got } = createAsker();
  const { client, asked: questions } = await connect(endpointOf([ask]), era, {
    onAsked: () => ({ action: 'accept', content: { name: 'x' } }),
  });
  const result = await client.callTool(call);

  expect(result.content).toEqual([{ type: 'text', text: 'cancel' }, unanswered]);
  expect(questions).toHaveLength(10);
  expect(got).toEqual([{ action: 'cancel', reason: 'failed' }]);
});

it.each(['modern', 'legacy'] as const)('decline and cancel come to the tool apart: %s', async (era) => {
  const { ask, got } = createAsker();
  const actions = ['decline', 'cancel'];
  const { client } = await connect(endpointOf([ask]), era, { onAsked: () => ({ action: actions.shift() }) });
  await client.callTool(call);
  await client.callTool(call);

  expect(got).toEqual([{ action: 'decline' }, { action: 'cancel', reason: 'dismissed' }]);
});

describe('what answers no question changes nothing, and the same question is asked:', () => {
  const accepted = { action: 'accept', content: { name: 'Ada' } };

  it.each<[string, object]>([
    ['an unknown name', { 'name.0.7': accepted, other: accepted, '': accepted }],
    ['the key and numbers of a first question', { 'name.0.1': accepted }],
    ['__proto__', JSON.parse('{"__proto__":{"name":{"action":"accept","content":{"name":"Ada"}}}}') as object],
    ['constructor and toString', { constructor: accepted, toString: accepted }],
    ['an unknown action', { name: { action: 'shrug' } }],
    ['no action', { name: { content: { name: 'Ada' } } }],
    ['content that is a list', { name: { action: 'accept', content: ['Ada'] } }],
    ['content that is a text', { name: { action: 'accept', content: 'Ada' } }],
    ['a text', { name: 'accept' }],
    ['null', { name: null }],
    ['a list', { name: [accepted] }],
    ['a result within a request', { name: { method: 'elicitation/create', result: accepted } }],
    ['nothing', {}],
    ['a list of answers', [accepted]],
  ])('%s', async (_what, inputResponses) => {
    const { ask, got } = createAsker();
    const mcp = endpointOf([ask]);
    const first = await leg(mcp, call);
    const again = await leg(mcp, { ...call, ...state(first), inputResponses });

    expect(again.error).toBeUndefined();
    expect(asked(again)).toEqual(['name']);
    expect(got).toEqual([]);
    expect((await leg(mcp, { ...call, ...answering(first, { name: 'Ada' }) })).result?.structuredContent).toEqual({
      name: 'Ada',
    });
  });

  it('a million letters are within the body, and are asked again in a short message', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const again = await leg(mcp, answering(first, { flightId: 'x'.repeat(900_000) }));

    expect(asked(again)).toEqual(['pickFlight.0.2']);
    expect(JSON.stringify(again).length).toBeLessThan(10_000);
  });

  it('content that nests deep is refused without harm', async () => {
    const { ask, got } = createAsker();
    const mcp = endpointOf([ask]);
    const first = await leg(mcp, call);
    const deep = JSON.parse(`${'{"a":'.repeat(450)}1${'}'.repeat(450)}`) as object;
    const again = await leg(mcp, { ...call, ...answering(first, { name: deep }) });

    expect(asked(again)).toEqual(['name.0.2']);
    expect(got).toEqual([]);
  });
});

it('fields that were not asked for do not come to the tool', async () => {
  const { ask, got } = createAsker();
  const mcp = endpointOf([ask]);
  const first = await leg(mcp, call);
  const more = JSON.parse('{"name":"Ada","isAdmin":true,"__proto__":{"isAdmin":true}}') as object;
  await leg(mcp, { ...call, ...answering(first, more) });

  expect(got).toEqual([{ action: 'accept', content: { name: 'Ada' } }]);
  expect((got[0] as { content: { isAdmin?: boolean } }).content.isAdmin).toBeUndefined();
});

describe('before 2026-07-28, a client that fails to answer ends the question as failed', () => {
  it.each([
    ['with an error', { error: { code: -32_000, message: 'No.' } }],
    ['with a result that is none', { result: { action: 'shrug' } }],
    ['with a list', { result: { action: 'accept', content: ['Ada'] } }],
  ])('%s', async (_what, answer) => {
    const { ask, got } = createAsker();
    const session = await initialize(endpointOf([ask]));
    const stream = await session.call('ask', {});
    const pushed = await stream.next();
    await session.send({ id: pushed?.id, ...answer });

    expect((await stream.next())?.result?.content).toEqual([{ type: 'text', text: 'cancel' }, unanswered]);
    expect(got).toEqual([{ action: 'cancel', reason: 'failed' }]);
  });

  it('and an answer to no question, or a second answer, changes nothing', async () => {
    const { ask, got } = createAsker();
    const session = await initialize(endpointOf([ask]));
    const stream = await session.call('ask', {});
    const pushed = await stream.next();
    const result = { action: 'accept', content: { name: 'Ada' } };
    await session.send({ id: 99, result });
    await session.send({ id: pushed?.id, result });
    await session.send({ id: pushed?.id, result: { action: 'decline' } });

    expect((await stream.next())?.result?.structuredContent).toEqual({ name: 'Ada' });
    expect(got).toEqual([{ action: 'accept', content: { name: 'Ada' } }]);
  });
});
