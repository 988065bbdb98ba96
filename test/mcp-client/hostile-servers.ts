import type { ElicitItem } from '../../src/client.ts';
import { isObject } from '../../src/protocol/json.ts';
import { createRandom, type Random } from '../faults/interleaver.ts';
import { connectFirst, connectRounds, connectSecond, stopAll, text, type Connected, type Params } from './harness.ts';

/** How many calls to hostile servers ended in each way, and how many changes of answers they heard. */
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
    let offers = 0;
    const connected = await connectRounds(
      { ask: () => text('never') },
      {
        ...settings(random),
        answer: (leg) => {
          sent[leg] = undefined;
          const _meta = { 'elicitkit/revised': news(random) };
          // Most begin with questions whose answers can be changed.
          if (leg === 1 && random() < 0.8) {
            const inputRequests = Object.fromEntries(
              ['a', 'b'].map((id) => [id, { method: 'elicitation/create', params: named(id) }]),
            );
            asked.push(['a', 'b']);
            return { resultType: 'input_required', inputRequests };
          }
          if (random() < 0.2) return { content: [{ type: 'text', text: 'done' }], _meta };
          const requests = Object.fromEntries(
            Array.from({ length: pick(random, [0, 1, 1, 2, 3, 15]) }, (_, index) => [
              pick(random, [`k${index}`, 'constructor', '__proto__', ' ', 'x'.repeat(5000)]),
              { method: 'elicitation/create', params: question(random) },
            ]),
          );
          for (const revises of pick(random, [[], ['a'], ['a', 'b']])) {
            const params = { ...easy, _meta: { 'elicitkit/revises': revises } };
            requests[`change ${(offers += 1)}`] = { method: 'elicitation/create', params };
          }
          asked.push(Object.keys(requests));
          const requestState = pick(random, [undefined, '', 's'.repeat(100_000), '{"__proto__":1}']);
          return {
            resultType: 'input_required',
            _meta,
            inputRequests: pick(random, [requests, requests, requests, requests, requests, null, [], 'x']),
            ...(requestState !== undefined && { requestState }),
          };
        },
      },
    );
    await finish(connected, random, outcomes);
    for (const { params } of connected.legs) {
      const answers = Object.entries((params['inputResponses'] ?? {}) as Record<string, Params>);
      for (const [key, answer] of answers) {
        if (!asked.some((keys) => keys.includes(key))) throw new Error(`It answered "${key}", which nobody asked.`);
        honest(answer);
        if (!key.startsWith('change ') || answer['action'] !== 'accept') continue;
        if (answers.length > 1) throw new Error('Something went beside a change.');
        tally(outcomes, 'change');
      }
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
          const offer = async (revises: string) => {
            const change = { ...easy, _meta: { 'elicitkit/revises': revises } };
            const answer = await elicit(change).catch(() => undefined);
            if (answer?.['action'] !== 'accept') return;
            heard.push(answer);
            tally(outcomes, 'change');
            const revised = { ...change._meta, 'elicitkit/revised': news(random) };
            if (random() < 0.8) await elicit({ ...change, _meta: revised }).catch(() => undefined);
          };
          if (random() < 0.8) await Promise.all(['a', 'b'].map((id) => elicit(named(id)).catch(() => undefined)));
          for (let waves = pick(random, [1, 2, 4]); waves > 0; waves -= 1) {
            for (const revises of pick(random, [[], ['a'], ['a', 'a', 'b']])) void offer(revises);
            await wave();
          }
          return 'done';

          async function wave(): Promise<void> {
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
          }
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
  const isChange = (item: ElicitItem) => 'revises' in item && item.revises;
  let isLooking = false;
  /** They do one thing at a time, and look at other answers before they give the next one, most of the time. */
  const look = () => {
    isLooking = false;
    const { pending, items } = client.getSnapshot();
    const waiting = pending.filter(({ status }) => status === 'pending' || status === 'failed');
    const changing = waiting.filter(isChange);
    const changes = items.flatMap((item) =>
      item.status === 'settled' && item.change !== undefined ? [item.change] : [],
    );
    if (changing.length > 0 && random() < 0.8) act(pick(random, changing));
    else if (changes.length > 0 && waiting.length > 0 && random() < 0.6) pick(random, changes)();
    else if (waiting.length > 0) act(pick(random, waiting));
    if (waiting.length > 0) lookSoon();
  };
  const lookSoon = () => {
    if (!isLooking) setTimeout(look, 0);
    isLooking = true;
  };
  const respond = () => {
    most = Math.max(
      most,
      client.getSnapshot().pending.filter((item) => item.status === 'pending' && !isChange(item)).length,
    );
    lookSoon();
  };
  const act = (item: ElicitItem) => {
    if (item.status === 'failed') return item.cancel();
    if (item.status !== 'pending') return undefined;
    const what = random();
    if (what < 0.8) {
      const contents = [{}, { a: 'x' }, { a: 'y' }, { a: 'x' }, { a: 'y' }, { a: 1 }, [], null, { b: ['x', 'y'] }];
      return item.accept(pick<unknown>(random, contents));
    }
    if (what < 0.87) return item.decline(pick(random, [undefined, 'no']));
    if (what < 0.98) return item.cancel();
    return what < 0.99 ? stop.abort(new Error('Stopped.')) : connection.close();
  };
  const leave = client.subscribe(respond);
  const outcome = await connected.call('ask', { signal: stop.signal }).then(
    () => 'result',
    (error: unknown) => String((error as { code?: string | number }).code ?? (error as Error).name),
  );
  leave();
  tally(outcomes, outcome);
  const { pending } = await connected.when((snapshot) => snapshot.pending.length === 0);
  if (most > limits.open) throw new Error(`${most} questions were open at once.`);
  if (pending.length > 0) throw new Error('A question outlived its call.');
  const told = connected.errors.map(({ code }) => code).filter((code) => !known.has(code));
  if (told.length > 0) throw new Error(`The host was told ${told.join(', ')}.`);
  await client.close();
}

function tally(outcomes: Outcomes, what: string): void {
  outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
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

/** A question that a server has a name for. */
const named = (id: string): Params => ({ ...easy, _meta: { 'elicitkit/id': id } });

const easy = { message: 'Sure?', requestedSchema: { type: 'object', properties: { a: { type: 'string' } } } };

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
