import type { ServerContext } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { compileForm } from '../../src/form/compile-form.ts';
import { closeAll } from '../client/harness.ts';
import { connectFirst, connectRounds, connectSecond, stopAll, text, valueOf, type Params } from './harness.ts';

afterEach(async () => {
  await stopAll();
  await closeAll();
});

const message = 'Ask?';
const failed = (error: unknown) => {
  const { code, message: why } = error as { code: number; message: string };
  return { code, why };
};

/** How a server asks: with each line of the SDK, by a push or in a round. */
const ways = {
  'pushed, SDK 1.x': (requestedSchema: unknown) =>
    connectFirst({ ask: (elicit) => elicit({ message, requestedSchema }).catch(failed) }),
  'pushed, SDK 2.x': (requestedSchema: unknown) =>
    connectSecond({ ask: (elicit) => elicit({ message, requestedSchema }).catch(failed) }),
  'in a round, SDK 2.x': (requestedSchema: unknown) =>
    connectRounds(
      { ask: ({ mcpReq }: ServerContext) => text((mcpReq.inputResponses as Params | undefined)?.['q']) },
      {
        answer: (leg) =>
          leg === 1
            ? {
                resultType: 'input_required',
                inputRequests: { q: { method: 'elicitation/create', params: { message, requestedSchema } } },
              }
            : undefined,
      },
    ),
};

interface Shape {
  readonly schema: object;
  readonly kinds: readonly string[];
  readonly good: Params;
  readonly bad?: Params;
}

const of = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });
const $defs = { Light: { type: 'string', enum: ['on', 'off'] } };

/** What servers write that the schemas of the SDK lines drop, or refuse. */
const shapes: Readonly<Record<string, Shape>> = {
  'an optional number or null': {
    schema: of({ age: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }], default: null } }),
    kinds: ['integer'],
    good: { age: 4 },
    bad: { age: -1 },
  },
  'a reference': {
    schema: { ...of({ light: { $ref: '#/$defs/Light', default: 'on' } }, 'light'), $defs },
    kinds: ['select'],
    good: { light: 'off' },
    bad: { light: 'dim' },
  },
  'all of one reference': {
    schema: { ...of({ light: { allOf: [{ $ref: '#/$defs/Light' }], description: 'Now' } }, 'light'), $defs },
    kinds: ['select'],
    good: { light: 'off' },
    bad: { light: 'dim' },
  },
  'one of a list and of constants': {
    schema: of(
      { pace: { oneOf: [{ enum: ['slow', 'calm'] }, { const: 'quick', description: 'Costs more' }] } },
      'pace',
    ),
    kinds: ['select'],
    good: { pace: 'quick' },
    bad: { pace: 'still' },
  },
  'lists of one value': {
    schema: of({ pace: { oneOf: [{ enum: ['slow'], description: 'Calm' }, { enum: ['quick'] }] } }, 'pace'),
    kinds: ['select'],
    good: { pace: 'quick' },
    bad: { pace: 'still' },
  },
  'whole numbers to choose from': {
    schema: of({ beds: { type: 'integer', enum: [1, 3] } }, 'beds'),
    kinds: ['select'],
    good: { beds: 3 },
    bad: { beds: 2 },
  },
  'a pattern, a step and an exclusive limit': {
    schema: of(
      {
        code: { type: 'string', pattern: '^[a-z]{3}$' },
        part: { type: 'number', exclusiveMinimum: 0, multipleOf: 0.5 },
      },
      'code',
      'part',
    ),
    kinds: ['text', 'number'],
    good: { code: 'abc', part: 1.5 },
    bad: { code: 'abc', part: 0 },
  },
  'a yes that has to be given': {
    schema: of({ terms: { type: 'boolean', const: true } }, 'terms'),
    kinds: ['select'],
    good: { terms: true },
    bad: { terms: false },
  },
  'constants with titles': {
    schema: of(
      {
        tone: {
          type: 'string',
          anyOf: [
            { const: 'a', title: 'Alto' },
            { const: 'b', title: 'Bass' },
          ],
        },
      },
      'tone',
    ),
    kinds: ['select'],
    good: { tone: 'b' },
    bad: { tone: 'c' },
  },
  'a property that is no schema': {
    schema: of({ label: 'Sure?', sure: { type: 'boolean' } }, 'sure'),
    kinds: ['boolean'],
    good: { sure: false },
    bad: { sure: 'yes' },
  },
  'a list that is no choice': {
    schema: of(
      { links: { type: 'array', items: { type: 'string', format: 'uri' } }, note: { type: 'string' } },
      'note',
    ),
    kinds: ['list', 'text'],
    good: { note: 'x', links: ['https://example.com'] },
    bad: { note: 'x', links: [1] },
  },
  'no type': {
    schema: { properties: { code: { type: 'string' } }, required: ['code'] },
    kinds: ['text'],
    good: { code: 'x' },
    bad: {},
  },
  'nothing at all': { schema: {}, kinds: [], good: {} },
  'several types': {
    schema: of({ pax: { type: ['integer', 'string'], pattern: '^\\d+$' }, hint: { type: ['string', 'null'] } }, 'pax'),
    kinds: ['text', 'text'],
    good: { pax: '2' },
    bad: { pax: 'two' },
  },
  'a format that forms do not know': {
    schema: of({ at: { type: 'string', format: 'time' } }, 'at'),
    kinds: ['text'],
    good: { at: '12:00' },
    bad: { at: 12 },
  },
};

describe.each(Object.entries(ways))('%s', (way, connect) => {
  it.each(Object.entries(shapes))('%s comes as the server sent it, is a form, and is checked', async (_what, shape) => {
    const { schema, kinds, good, bad } = shape;
    const connected = await connect(schema);
    const result = connected.call('ask');
    const item = await connected.asked(message);

    expect(item.request.schema).toEqual('type' in schema ? schema : { type: 'object', ...schema });
    const { fields, refusals } = compileForm(item.request.schema);
    expect(refusals).toEqual([]);
    expect(fields.map(({ kind }) => kind)).toEqual(kinds);

    if (bad !== undefined) {
      if (item.status === 'pending') item.accept(bad);
      await connected.when(({ items }) => (items[0]?.issues?.length ?? 0) > 0);
    }
    const again = await connected.asked(message);
    if (again.status === 'pending') again.accept(good);
    expect(valueOf(await result)).toEqual({ action: 'accept', content: good });
    expect(connected.errors).toEqual([]);
  });

  it.each([
    [
      'a reference to another document',
      of({ a: { $ref: 'https://example.com/a' } }, 'a'),
      '"a" (unsupported_keyword:$ref)',
    ],
    ['a reference to itself', { ...of({ a: { $ref: '#/$defs/A' } }, 'a'), $defs: { A: { $ref: '#/$defs/A' } } }, '"a"'],
    ['a choice of nothing', of({ a: { enum: [] } }, 'a'), '"a" (empty_enum)'],
    [
      'limits that exclude each other',
      of({ a: { type: 'integer', minimum: 2, maximum: 1 } }, 'a'),
      '"a" (contradiction)',
    ],
    ['no object', { type: 'string' }, 'root_not_object'],
    ['no schema', 7, 'requestedSchema'],
  ])('%s is not asked, and the host hears why', async (_what, schema, why) => {
    const connected = await connect(schema);
    const answer = valueOf(await connected.call('ask'));

    // In a round there is no place for the reason.
    const told = { code: -32602, why: expect.stringContaining(why) as string };
    expect(answer).toEqual(way.startsWith('pushed') ? told : { action: 'cancel' });
    expect(connected.errors).toMatchObject([{ code: 'MCP_BAD_REQUEST', message: expect.stringContaining(why) }]);
    expect(connected.snapshot().items).toEqual([]);
  });
});

describe.each([
  ['SDK 1.x', connectFirst],
  ['SDK 2.x', connectSecond],
])('%s: the host’s own handler for what has no handler', (_line, connect) => {
  const own = async ({ method }: { method: string }) => ({ heard: method });

  it('hears everything that is no question, and is the client’s again after the connection closes', async () => {
    const connected = await connect({
      ask: async (elicit, { signal }) => ({
        answer: await elicit({ message, requestedSchema: of({}) }),
        over: signal.aborted,
      }),
    });
    const client = connected.mcp as { fallbackRequestHandler?: unknown };
    const ours = client.fallbackRequestHandler as (request: object, context: object) => Promise<unknown>;
    await expect(ours({ method: 'acme/status' }, {})).rejects.toMatchObject({ code: -32601 });
    client.fallbackRequestHandler = own;
    expect(await ours({ method: 'acme/status' }, {})).toEqual({ heard: 'acme/status' });
    const result = connected.call('ask');
    const item = await connected.asked(message);
    if (item.status === 'pending') item.accept({});
    expect(valueOf(await result)).toMatchObject({ answer: { action: 'accept' } });
    connected.connection.close();
    expect(client.fallbackRequestHandler).toBe(own);
  });
});
