import { createShelf } from './shelf.ts';
// Random data that other scripts of the origin may write, to the tabs' channel and into storage.
import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { ChatTransportRequest, TabChannel } from '../../src/client.ts';
import { ask, askFirst, complete, createHarness, feed, info, isStatus, settled, state } from './harness.ts';

/** Set FAULTS_SEED to repeat a run. */
export const seed = Number(process.env['FAULTS_SEED'] ?? 20_261_122);

const question = ask();

/**
 * A server with one open question. It repeats the question to every client that attaches, and takes the first answer.
 */
function createServer() {
  const sent: unknown[] = [];
  let action: string | undefined;
  const transport = async (request: ChatTransportRequest): Promise<Response> => {
    const { stream, response } = feed(request);
    const [answer] = request.body.pluginElicitResponses ?? [];
    if (answer !== undefined) {
      sent.push(answer);
      action ??= answer.result.action;
    }
    if (action === undefined) stream.end(info, question, state());
    else stream.end(info, settled(action), state(), complete);
    return response;
  };
  return { transport, sent };
}

const kinds = fc.constantFrom('settled', 'sending', 'open', 'news', 'closed');
const message = fc.oneof(
  fc.constant('news'),
  fc.record({
    elicitId: fc.constantFrom('call_1:0', 'call_1:1'),
    attempt: fc.integer({ min: 0, max: 2 }),
    what: kinds,
    type: kinds,
    action: fc.constantFrom('accept', 'decline', 'cancel'),
    answerId: fc.string(),
    receipt: fc.record({ title: fc.string() }),
  }),
  fc.constantFrom(settled('accept'), question, complete, ['news']),
  fc.jsonValue(),
);

/**
 * Only this tab's person answers an open question, and only once, whatever arrives over the channel.
 *
 * @returns how many answers the server got
 */
export async function playChannel(runs: number): Promise<number> {
  let answers = 0;
  const history = fc.array(message, { minLength: 1, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(history, fc.nat(), async (messages, at) => {
      let hear: Parameters<TabChannel['addEventListener']>[1] = () => undefined;
      const tabs = (): TabChannel => ({
        postMessage: () => undefined,
        addEventListener: (_, listener) => void (hear = listener),
        close: () => undefined,
      });
      const { transport, sent } = createServer();
      let requests = 0;
      const counted = (request: ChatTransportRequest) => {
        requests += 1;
        return transport(request);
      };
      const harness = createHarness({ conversationId: 'c', tabs, transport: counted });
      await harness.client.attach();
      for (const [place, data] of messages.entries()) {
        if (place === at % messages.length) {
          const item = harness.item();
          expect(item.status).toBe('pending');
          item.views[0]?.answer({ flightId: 'FL2' });
        }
        hear({ data });
      }
      await harness.when(isStatus('settled'));
      expect(sent).toMatchObject([{ elicitId: 'call_1:0', result: { content: { flightId: 'FL2' } } }]);
      // The first attach, the answer, one request for the news in progress, and one for all news since.
      expect(requests).toBeLessThanOrEqual(4);
      expect(harness.errors).toEqual([]);
      await harness.client.close();
      answers += sent.length;
    }),
    { seed, numRuns: runs },
  );
  return answers;
}

/** The storage of a client whose answer is being sent. */
async function leaveAnswering(flightId: string, conversationId: string) {
  const shelf = createShelf();
  const harness = createHarness({ storage: shelf, conversationId });
  await askFirst(harness);
  harness.item().views[0]?.answer({ flightId });
  await harness.server.accept();
  await harness.client.close();
  return shelf.items;
}

/** The storage of a client with an unanswered question. */
async function leaveAsked(conversationId: string) {
  const shelf = createShelf();
  const harness = createHarness({ storage: shelf, conversationId });
  await askFirst(harness);
  await harness.client.close();
  return shelf.items;
}

const forgedAnswer = { action: 'accept', content: { flightId: 'FORGED' } };
const values = fc.oneof(
  fc.constantFrom<unknown>(
    'sending',
    'failed',
    'pending',
    'settled',
    forgedAnswer,
    [forgedAnswer],
    'call_1:0',
    1,
    null,
  ),
  fc.jsonValue(),
);
/** A path in a record and a value to put there. */
const change = fc.record({
  path: fc.array(fc.constantFrom('items', '0', 'request', 'status', 'result', 'answerId', 'attempt', 'elicitId'), {
    minLength: 1,
    maxLength: 4,
  }),
  value: values,
});
const forge = fc.array(change, { maxLength: 6 });

function put(record: unknown, { path, value }: { path: string[]; value: unknown }): void {
  let at = record as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (typeof next !== 'object' || next === null) return;
    at = next as Record<string, unknown>;
  }
  at[path.at(-1) ?? ''] = value;
}

const recordKey = (conversationId: string) => `elicitkit:conversation:${conversationId}`;
const answersKey = (conversationId: string) => `elicitkit:answers::${conversationId}`;

/**
 * A client only resends answers stored for this conversation and question, whatever is written into the record or
 * beside it.
 *
 * @returns how many stored answers were sent
 */
export async function playStorage(runs: number): Promise<number> {
  const answered = await leaveAnswering('FL2', 'c');
  const asked = await leaveAsked('c');
  const others = await leaveAnswering('FL1', 'other');
  const stolen = others.get(answersKey('other')) ?? '';
  const ours = answered.get(answersKey('c')) ?? '';
  expect(stolen).toContain('FL1');
  expect(ours).toContain('FL2');
  const answers = fc.oneof(
    fc.constantFrom<string | undefined>(undefined, ours, stolen, ours.replaceAll('call_1:0', 'call_1:1')),
    fc.constantFrom(ours.replace('"attempt":1', '"attempt":2'), `[${ours}]`, ours.slice(0, -1), '{}'),
    fc.json(),
  );

  let resent = 0;
  await fc.assert(
    fc.asyncProperty(fc.boolean(), forge, answers, async (isAnswered, changes, beside) => {
      const record: unknown = JSON.parse((isAnswered ? answered : asked).get(recordKey('c')) ?? '');
      for (const one of changes) put(record, one);
      const shelf = createShelf([[recordKey('c'), JSON.stringify(record)]]);
      if (beside !== undefined) shelf.items.set(answersKey('c'), beside);
      const { transport, sent } = createServer();
      const harness = createHarness({ conversationId: 'c', storage: shelf, transport });
      await harness.client.attach();
      const allowed = beside === ours ? [{ action: 'accept', content: { flightId: 'FL2' } }] : [];
      expect(allowed).toEqual(expect.arrayContaining(sent.map((answer) => (answer as { result: unknown }).result)));
      resent += sent.length;
      await harness.client.close();
    }),
    { seed, numRuns: runs },
  );
  return resent;
}
