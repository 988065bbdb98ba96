import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonValue } from '../../src/protocol/json.ts';
import type { McpServerError } from '../../src/mcp/errors.ts';
import { createStateSeal, randomStateKey, type StateBinding, type StateKey } from '../../src/mcp/request-state.ts';

const key: StateKey = { kid: 'k1', secret: 'a secret of more than thirty-two bytes' };
const seal = createStateSeal({ keys: [key] });
const args = { from: 'NYC', seats: [{ row: 12, at: 'A' }, 'B'], nested: { b: 1, a: null } };
const ada: StateBinding = { principal: 'ada', method: 'tools/call', toolName: 'book', args };
const state = { callId: 'call-1', record: { pending: ['pickSeat'], '~notes': 'e-8' } };
/** All that an attacker may learn. */
const refusal = {
  code: 'MCP_BAD_STATE',
  message: 'This requestState is invalid or has expired. Call the tool again without it.',
  cause: undefined,
};
const attempt = (token: unknown, binding = ada, by = seal) =>
  by.open(token, binding).catch(({ code, message, cause }: McpServerError) => ({ code, message, cause }));
const attempts = (tokens: readonly unknown[]) => Promise.all(tokens.map((token) => attempt(token)));

afterEach(() => {
  vi.useRealTimers();
});

it('opens what it sealed, with the time at which it ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  const token = await createStateSeal({ keys: [key], lifetime: 5_000 }).seal(state, ada);

  expect(await seal.open(token, ada)).toEqual({ ...state, exp: 1_005_000 });
});

it('carries any record', () =>
  fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
      fc.array(fc.jsonValue() as fc.Arbitrary<JsonValue>, { maxLength: 5 }),
      fc.string({ unit: 'binary' }),
      async (names, journal, principal) => {
        const record = { names, journal };
        const binding = { ...ada, principal };
        const expected: unknown = JSON.parse(JSON.stringify({ ...state, record }));
        expect(await seal.open(await seal.seal({ ...state, record }, binding), binding)).toMatchObject(
          expected as object,
        );
      },
    ),
    { numRuns: 50 },
  ));

it('seals the same state differently each time, and shows nothing of it', async () => {
  const tokens = await Promise.all(Array.from({ length: 100 }, () => seal.seal(state, ada)));

  expect(new Set(tokens).size).toBe(100);
  expect(atob(tokens[0]!.split('.')[2]!.replaceAll('-', '+').replaceAll('_', '/'))).not.toMatch(/call-1|pickSeat|ada/);
});

describe('refuses, in the same words,', () => {
  it('a token with any bit flipped', async () => {
    const token = await seal.seal(state, ada);
    const flipped = Array.from(token).flatMap((one, at) =>
      Array.from({ length: 7 }, (_, bit) => {
        const other = String.fromCharCode(one.charCodeAt(0) ^ (1 << bit));
        return token.slice(0, at) + other + token.slice(at + 1);
      }),
    );

    const opened = await attempts(flipped);

    expect(opened).toHaveLength(token.length * 7);
    expect(opened).toEqual(opened.map(() => refusal));
  });

  it('a token with any bit of its bytes flipped, written as base64url again', async () => {
    const token = await seal.seal(state, ada);
    const [version, kid, text] = token.split('.') as [string, string, string];
    const bytes = Buffer.from(text, 'base64url');
    const flipped = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      return `${version}.${kid}.${changed.toString('base64url')}`;
    });

    const opened = await attempts(flipped);

    expect(opened).toEqual(opened.map(() => refusal));
  });

  it('a token cut off anywhere', async () => {
    const token = await seal.seal(state, ada);
    const cut = Array.from(token, (_, length) => token.slice(0, length));

    const opened = await attempts(cut);

    expect(opened).toEqual(opened.map(() => refusal));
  });

  it.each([
    ['another person', { ...ada, principal: 'eve' }],
    ['no person', { ...ada, principal: '' }],
    ['another method', { ...ada, method: 'prompts/get' }],
    ['a person and a method that together read the same', { ...ada, principal: '","tools/call","ada', method: '' }],
    ['the two of them exchanged', { ...ada, principal: ada.method, method: ada.principal }],
  ])('a token that was made for ada, from %s', async (_whose, binding) => {
    expect(await attempt(await seal.seal(state, ada), binding)).toEqual(refusal);
  });

  it('a token that is as old as it may be', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    const token = await seal.seal(state, ada);

    vi.setSystemTime(1_000_000 + 3_599_999);
    expect(await seal.open(token, ada)).toMatchObject(state);
    vi.setSystemTime(1_000_000 + 3_600_000);
    expect(await attempt(token)).toEqual(refusal);
  });

  it('a state whose end a client names itself', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    const named = { ...state, exp: 9e15 };
    const token = await seal.seal(named, ada);

    vi.setSystemTime(1_000_000 + 3_600_000);
    expect(await attempt(token)).toEqual(refusal);
  });

  it('a token of a key that is not in the ring, whatever its name', async () => {
    const secret = 'another secret, also of more than thirty-two bytes';
    const stranger = createStateSeal({ keys: [{ kid: 'k2', secret }] });
    const impostor = createStateSeal({ keys: [{ kid: 'k1', secret }] });

    expect(await attempt(await stranger.seal(state, ada))).toEqual(refusal);
    expect(await attempt(await impostor.seal(state, ada))).toEqual(refusal);
  });

  it('a token under the name of another key of the ring', async () => {
    const twin = { ...key, kid: 'k2' };
    const both = createStateSeal({ keys: [key, twin] });
    const token = await both.seal(state, ada);

    expect(await attempt(token.replace('.k1.', '.k2.'), ada, both)).toEqual(refusal);
  });

  it('a token under a name that every object has', async () => {
    const token = await seal.seal(state, ada);

    for (const kid of ['__proto__', 'constructor', 'toString', 'size'])
      expect(await attempt(token.replace('.k1.', `.${kid}.`))).toEqual(refusal);
  });

  it('a token that is longer than any that it makes', async () => {
    const record = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`question-${index}`, `e-${index}`]));
    const token = await seal.seal({ ...state, record }, ada);
    const strict = createStateSeal({ keys: [key], maxLength: token.length - 1 });

    expect(await attempt(token, ada, strict)).toEqual(refusal);
    await expect(strict.seal({ ...state, record }, ada)).rejects.toMatchObject({ code: 'MCP_STATE_TOO_LONG' });
    expect(await attempt('A'.repeat(100_000_000))).toEqual(refusal);
  });

  it.each([
    ['padding', (text: string) => `${text}=`],
    ['white space', (text: string) => `${text.slice(0, 8)}\n${text.slice(8)}`],
    ['the other alphabet', (text: string) => `${text.slice(0, -2)}+/`],
    ['letters that only look the same', (text: string) => text.replace(/./, '\u0410')],
    ['a length that no bytes have', (text: string) => `${text}${'A'.repeat(5 - (text.length % 4))}`],
    ['nothing', () => ''],
    ['an initialization vector alone', (text: string) => text.slice(0, 16)],
    ['a part more', (text: string) => `${text}.AAAA`],
  ])('base64url with %s', async (_what, change) => {
    const [version, kid, text] = (await seal.seal(state, ada)).split('.') as [string, string, string];

    expect(await attempt(`${version}.${kid}.${change(text)}`)).toEqual(refusal);
  });

  it('the same bytes with other last bits, which a lax decoder takes', async () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const bytesOf = (token: string) => Buffer.from(token.split('.')[2]!, 'base64url');
    // Of three lengths in a row, two leave bits over in the last letter.
    const tokens = await Promise.all(['a', 'ab', 'abc'].map((callId) => seal.seal({ ...state, callId }, ada)));
    const lax = tokens.flatMap((token) =>
      Array.from(alphabet)
        .map((last) => token.slice(0, -1) + last)
        .filter((other) => other !== token && bytesOf(other).equals(bytesOf(token))),
    );

    expect(lax).toHaveLength(3 + 15);
    expect(await attempts(lax)).toEqual(lax.map(() => refusal));
  });

  it.each([undefined, null, 7, {}, [], true, { toString: () => 'ek1.k1.AAAA' }])(
    '%o instead of text',
    async (value) => {
      expect(await attempt(value)).toEqual(refusal);
    },
  );
});

describe('keys', () => {
  const newer: StateKey = { kid: 'k2', secret: new Uint8Array(32).fill(7) };

  it('rotate: the first one seals, and all of them open', async () => {
    const old = await seal.seal(state, ada);
    const rotated = createStateSeal({ keys: [newer, key] });
    const fresh = await rotated.seal(state, ada);

    expect(fresh).toMatch(/^ek1\.k2\./);
    expect(await rotated.open(old, ada)).toMatchObject(state);
    expect(await createStateSeal({ keys: [key, newer] }).open(fresh, ada)).toMatchObject(state);
    expect(await attempt(old, ada, createStateSeal({ keys: [newer] }))).toEqual(refusal);
  });

  it('are copied, so that a caller may clear its own', async () => {
    const secret = Uint8Array.from(newer.secret as Uint8Array);
    const own = createStateSeal({ keys: [{ kid: 'k2', secret }] });
    secret.fill(0);

    expect(await createStateSeal({ keys: [newer] }).open(await own.seal(state, ada), ada)).toMatchObject(state);
  });

  it.each([
    ['none', []],
    ['two of one name', [key, { ...newer, kid: 'k1' }]],
    ['a short text', [{ kid: 'k1', secret: 'x'.repeat(31) }]],
    ['short bytes', [{ kid: 'k1', secret: new Uint8Array(31) }]],
    ['a name with a dot', [{ ...key, kid: 'a.b' }]],
    ['a long name', [{ ...key, kid: 'k'.repeat(33) }]],
    ['no name', [{ ...key, kid: '' }]],
  ])('are refused at the start: %s', (_what, keys) => {
    expect(() => createStateSeal({ keys })).toThrow(expect.objectContaining({ code: 'MCP_BAD_KEY' }));
  });

  it('are not shown by a refusal', () => {
    expect(() => createStateSeal({ keys: [{ kid: 'k1', secret: 'hunter2' }] })).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    );
  });

  it('made for one process open nothing of another', async () => {
    const [one, other] = [createStateSeal({ keys: [randomStateKey()] }), createStateSeal({ keys: [randomStateKey()] })];
    const token = await one.seal(state, ada);

    expect(await one.open(token, ada)).toMatchObject(state);
    expect(await attempt(token, ada, other)).toEqual(refusal);
  });
});

describe('a state is for one tool and its arguments', () => {
  const asBoundTo = async (made: unknown, used: unknown, toolName = 'book') =>
    attempt(await seal.seal(state, { ...ada, args: made }), { ...ada, toolName, args: used });

  it('in any order', async () => {
    const other = { nested: { a: null, b: 1 }, seats: [{ at: 'A', row: 12 }, 'B'], from: 'NYC' };

    expect(await asBoundTo(args, other)).toMatchObject(state);
    expect(await asBoundTo(undefined, {})).toMatchObject(state);
  });

  it('and for no others', async () => {
    const others = [
      { ...args, from: 'LAX' },
      { ...args, seats: args.seats.toReversed() },
      { ...args, more: null },
      {},
      { '0': 'a' },
      ['a'],
      [['a']],
      '{}',
      JSON.parse('{ "__proto__": { "from": "NYC" } }') as unknown,
    ];

    for (const [at, made] of others.entries()) {
      for (const used of others.with(at, args)) expect(await asBoundTo(made, used)).toEqual(refusal);
    }
    expect(await asBoundTo(args, args, 'cancel')).toEqual(refusal);
  });
});
