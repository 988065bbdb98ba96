import type { ElicitItem } from '../../src/client.ts';
import { isObject } from '../../src/protocol/json.ts';
import { createRandom, type Random } from '../faults/interleaver.ts';
import { connectFirst, connectRounds, connectSecond, stopAll, text, type Connected, type Params } from './harness.ts';

/** How many calls to hostile servers ended in each way. */
export type Outcomes = Map<string, number>;

/**
 * Calls hostile servers that ask in rounds.
 *
 * @throws if the connection breaks one of its guarantees; the message names the seed
 */
export function playRounds(runs: number, seed = 1): Promise<Outcomes> {
  return play(runs, seed, async (random, outcomes) => {
    const sent: (Params | undefined)[] = [];
    const asked: string[][] = [];
    const connected = await connectRounds(
      { ask: () => text('never') },
      {
        ...settings(random),
        answer: (leg) => {
          sent[leg] = undefined;
          const _meta = { 'elicitkit/revised': news(random) };
          if (random() < 0.3) return { content: [{ type: 'text', text: 'done' }], _meta };
          const requests = Object.fromEntries(
            Array.from({ length: pick(random, [0, 1, 2, 3, 15]) }, (_, index) => [
              pick(random, [`k${index}`, 'constructor', '__proto__', ' ', 'x'.repeat(5000)]),
              { method: 'elicitation/create', params: question(random) },
            ]),
          );
          asked.push(Object.keys(requests));
          const requestState = pick(random, [undefined, '', 's'.repeat(100_000), '{"__proto__":1}']);
          return {
            resultType: 'input_required',
            _meta,
            inputRequests: pick(random, [requests, requests, requests, null, [], 'x']),
            ...(requestState !== undefined && { requestState }),
          };
        },
      },
    );
    await finish(connected, random, outcomes);
    const answers = connected.legs.flatMap(({ params }) =>
      Object.entries((params['inputResponses'] ?? {}) as Record<string, Params>),
    );
    for (const [key, answer] of answers) {
      if (!asked.some((keys) => keys.includes(key))) throw new Error(`It answered "${key}", which nobody asked.`);
      honest(answer);
    }
  });
}

/** The same with servers that push their questions, for each SDK version. */
export function playPushes(runs: number, seed = 1): Promise<Outcomes> {
  return play(runs, seed, async (random, outcomes) => {
    const heard: Params[] = [];
    const connect = pick(random, [connectFirst, connectSecond]);
    const connected = await connect(
      {
        ask: async (elicit, { notify }) => {
          await Promise.all(
            Array.from({ length: pick(random, [1, 2, 15]) }, async () => {
              const params = question(random);
              // Nobody needs to answer an offer.
              if (isObject(params) && JSON.stringify(params).includes('elicitkit/revises')) {
                void elicit(params).catch(() => undefined);
                return;
              }
              // The SDK drops invalid JSON-RPC without an answer.
              const answer = await elicit(isObject(params) ? params : {}).catch(() => undefined);
              if (answer !== undefined) heard.push(answer);
              const elicitationId = pick<unknown>(random, ['e1', 'e2', 7, null, 'x'.repeat(10_000)]);
              await notify('notifications/elicitation/complete', { elicitationId } as Params).catch(() => undefined);
            }),
          );
          return 'done';
        },
      },
      settings(random),
    );
    await finish(connected, random, outcomes);
    for (const answer of heard) honest(answer);
  });
}

async function play(
  runs: number,
  seed: number,
  one: (random: Random, outcomes: Outcomes) => Promise<void>,
): Promise<Outcomes> {
  const outcomes: Outcomes = new Map();
  for (let run = 0; run < runs; run += 1) {
    try {
      await one(createRandom(seed * 1_000_003 + run), outcomes);
    } catch (cause) {
      throw new Error(`Run ${run} of seed ${seed}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    } finally {
      await stopAll();
    }
  }
  return outcomes;
}

const limits = { open: 10, perMinute: 30 };
const settings = (random: Random) => ({ limits, deadline: pick(random, [Infinity, 600_000]) });

/** Calls until the call ends, with a person who acts at random. */
async function finish(connected: Connected, random: Random, outcomes: Outcomes): Promise<void> {
  const { client, connection } = connected;
  const stop = new AbortController();
  let most = 0;
  const respond = () => {
    const { pending, items } = client.getSnapshot();
    for (const item of items) {
      if (item.status === 'settled' && random() < 0.7) queueMicrotask(() => item.change?.());
    }
    most = Math.max(most, pending.filter((item) => !('revises' in item && item.revises)).length);
    for (const item of pending) queueMicrotask(() => act(item));
  };
  const act = (item: ElicitItem) => {
    if (item.status === 'failed') return item.cancel();
    if (item.status !== 'pending') return undefined;
    const what = random();
    if (what < 0.6)
      return item.accept(pick<unknown>(random, [{}, { a: 'x' }, { a: 'y' }, { a: 1 }, [], null, { b: ['x', 'y'] }]));
    if (what < 0.75) return item.decline(pick(random, [undefined, 'no']));
    if (what < 0.96) return item.cancel();
    return what < 0.98 ? stop.abort(new Error('Stopped.')) : connection.close();
  };
  const leave = client.subscribe(respond);
  const outcome = await connected.call('ask', { signal: stop.signal }).then(
    () => 'result',
    (error: unknown) => String((error as { code?: string | number }).code ?? (error as Error).name),
  );
  leave();
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const { pending } = await connected.when((snapshot) => snapshot.pending.length === 0);
  if (most > limits.open) throw new Error(`${most} questions were open at once.`);
  if (pending.length > 0) throw new Error('A question outlived its call.');
  const told = connected.errors.map(({ code }) => code).filter((code) => !known.has(code));
  if (told.length > 0) throw new Error(`The host was told ${told.join(', ')}.`);
  await client.close();
}

const known = new Set(['MCP_BAD_REQUEST', 'MCP_RATE_LIMITED', 'CONTENT_INVALID', 'ANSWER_NOT_CONFIRMED']);

/** Only a person's accept has content, and the content is flat. */
function honest({ action, content, ...rest }: Params): void {
  if (!['accept', 'decline', 'cancel'].includes(String(action))) throw new Error(`It answered ${String(action)}.`);
  if (action !== 'accept' && content !== undefined) throw new Error(`It sent content with ${String(action)}.`);
  if (Object.keys(rest).some((name) => name !== '_meta')) throw new Error(`It sent ${Object.keys(rest).join(', ')}.`);
  const values = Object.values((content ?? {}) as Params);
  if (values.some((value) => typeof value === 'object' && !Array.isArray(value))) throw new Error('It sent an object.');
}

function question(random: Random): unknown {
  const message = pick<unknown>(random, ['Sure?', '', 'm'.repeat(5000), 'm'.repeat(200_000), 7, '\u202Eno']);
  const fine = { message: 'Sure?', requestedSchema: schema(random) };
  const easy = { message: 'Sure?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } };
  return pick<unknown>(random, [
    fine,
    fine,
    fine,
    { message, requestedSchema: schema(random) },
    { mode: 'url', message: 'Open?', url: 'https://a.example/', elicitationId: pick(random, ['e1', 'e2']) },
    {
      mode: 'url',
      message,
      url: pick<unknown>(random, ['javascript:alert(1)', '', 7, `https://${'a'.repeat(90_000)}`]),
    },
    {
      mode: pick<unknown>(random, ['form', 'page', null]),
      message,
      requestedSchema: pick<unknown>(random, [[], 'x', 1]),
    },
    { ...fine, _meta: { 'elicitkit/key': message, 'elicitkit/tool': message, 'elicitkit/context': deep(random) } },
    ...Array.from({ length: 6 }, () => ({ ...easy, _meta: { 'elicitkit/id': name(random) } })),
    ...Array.from({ length: 4 }, () => ({ ...easy, _meta: { 'elicitkit/revises': name(random) } })),
    { ...easy, _meta: { 'elicitkit/revises': name(random), 'elicitkit/revised': news(random) } },
    pick<unknown>(random, [null, [], 'x', 0, {}]),
  ]);
}

/** What a server calls a question. */
function name(random: Random): unknown {
  return pick<unknown>(random, [
    'a',
    'a',
    'a',
    'b',
    'b',
    'constructor',
    '__proto__',
    '',
    7,
    'x'.repeat(5000),
    deep(random),
  ]);
}

/** What a server says of a change. */
function news(random: Random): unknown {
  return pick<unknown>(random, [
    undefined,
    {},
    { gone: ['a', 'b', 'constructor', '__proto__'] },
    { gone: Array.from({ length: 5000 }, () => 'a') },
    { kept: pick<unknown>(random, ['late', 'stuck', 'invalid', 'no', 7]) },
    { kept: 'invalid', issues: pick<unknown>(random, [[{ message: 'No.', path: ['a'] }], deep(random), [], 7]) },
    deep(random),
    7,
  ]);
}

function schema(random: Random): unknown {
  const choices = Array.from({ length: pick(random, [1, 3, 500]) }, (_, index) => `c${index}`);
  const field = () =>
    pick<unknown>(random, [
      { type: 'string' },
      { type: 'string', pattern: '^(?:a?){24}a{24}$', default: 'a'.repeat(24) },
      { type: 'string', pattern: '(', minLength: -1, maxLength: 1e308 },
      { type: 'string', enum: choices },
      { type: 'array', items: { anyOf: choices.map((value) => ({ const: value, title: value })) }, default: choices },
      { type: 'integer', minimum: 5, maximum: 1 },
      { type: ['string', 'null'] },
      { $ref: '#' },
      deep(random),
      null,
    ]);
  return pick<unknown>(random, [
    { type: 'object', properties: { a: field() } },
    { type: 'object', properties: { a: field(), b: field(), constructor: field() }, required: ['a', 'a', 'toString'] },
    { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}'), required: 'a' },
    {
      type: 'object',
      properties: Object.fromEntries(choices.map((name) => [name, { type: 'string' }])),
      required: choices,
    },
    { 'x-model-context': deep(random), type: 'object' },
    {},
  ]);
}

/** A nested value, as deep as a server's JSON may be. */
function deep(random: Random): unknown {
  let value: unknown = 'x';
  for (let depth = pick(random, [1, 20, 600]); depth > 0; depth -= 1) value = { type: 'object', properties: value };
  return value;
}

function pick<T>(random: Random, from: readonly T[]): T {
  return from[Math.floor(random() * from.length)] as T;
}
