import { afterEach, describe, expect, it } from 'vitest';
import {
  ask,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  settled,
  state,
  type Harness,
  push,
  said,
} from './harness.ts';

afterEach(closeAll);

const text = { type: 'text', content: 'Let me ' };

/** A host that reads its stream itself, and whose transport has taken an answer. */
async function handOver(): Promise<Harness & { carried: unknown[] }> {
  const carried: unknown[] = [];
  const harness = createHarness({
    transport: async ({ body }) => {
      carried.push(body.pluginElicitResponses?.[0]?.result);
    },
  });
  push(harness.client, info, ask(), state());
  harness.client.pushEnded();
  harness.item().views[0]?.answer({ flightId: 'FL2' });
  await harness.when(({ status }) => status === 'waiting');
  expect(harness.item().status).toBe('sending');
  expect(harness.errors).toEqual([]);
  return { ...harness, carried };
}

describe('a stream that the host reads itself', () => {
  it('that ends without a word of an answer leaves a card with Retry, which sends the same', async () => {
    const { client, item, errors, when, carried } = await handOver();
    client.pushEnded();

    expect(item()).toMatchObject({ status: 'failed', problem: { code: 'ANSWER_NOT_CONFIRMED' } });
    expect(errors).toMatchObject([{ code: 'ANSWER_NOT_CONFIRMED', elicitId: 'call_1:0' }]);
    errors[0]?.retry?.();
    await when(isStatus('sending'));
    push(client, settled('accept'));
    expect(item()).toMatchObject({ status: 'settled', receipt: { title: 'Flight FL2' } });
    expect(carried).toEqual(Array.from({ length: 2 }, () => ({ action: 'accept', content: { flightId: 'FL2' } })));
  });

  it('that breaks leaves a card with Retry, and tells why', async () => {
    const { client, item, errors } = await handOver();
    const failure = new TypeError('network error');
    push(client, info);
    client.pushEnded(failure);

    expect(item()).toMatchObject({ status: 'failed', problem: { code: 'STREAM_CUT' } });
    expect(errors).toMatchObject([{ code: 'STREAM_CUT', cause: failure }]);
  });

  it('that ends in the middle of the words leaves a turn to be tried again', () => {
    const { client, snapshot, errors } = createHarness();
    push(client, info, text);
    expect(snapshot().status).toBe('streaming');
    client.pushEnded();

    expect(snapshot()).toMatchObject({ status: 'failed', problem: { code: 'STREAM_CUT' }, text: 'Let me ' });
    expect(errors).toMatchObject([{ code: 'STREAM_CUT', elicitId: undefined }]);
  });

  it('that ends at rest in the middle of the words leaves them as a message', () => {
    const { client, snapshot } = createHarness();
    push(client, info, text);
    expect(snapshot()).toMatchObject({ status: 'streaming', text: 'Let me ', messages: [] });
    push(client, state());

    expect(snapshot()).toMatchObject({ status: 'idle', text: '', messages: [{ content: 'Let me ' }] });
  });

  it('that ends where the turn rests is nothing to tell of', () => {
    const { client, snapshot, errors } = createHarness();
    client.pushEnded();
    push(client, info, text, said('Let me '), complete, state());
    client.pushEnded();

    expect(snapshot()).toMatchObject({ status: 'idle', problem: undefined });
    expect(errors).toEqual([]);
  });

  it('that breaks before it brought anything leaves a turn to be tried again', () => {
    const { client, snapshot, errors } = createHarness();
    push(client, info, text, said('Let me '), complete, state());
    client.pushEnded();
    client.pushEnded(new TypeError('network error'));

    expect(snapshot()).toMatchObject({ status: 'failed', problem: { code: 'STREAM_CUT' } });
    expect(errors).toMatchObject([{ code: 'STREAM_CUT' }]);
  });

  it('keeps no failed message silent once it rests', async () => {
    const harness = createHarness({ transport: () => Promise.reject(new TypeError('network error')), retry: false });
    push(harness.client, info, said('Hello'), complete, state());
    await harness.client.send('Book a flight');

    expect(harness.snapshot()).toMatchObject({ status: 'failed', problem: { code: 'NETWORK_FAILED' } });
    expect(harness.errors).toMatchObject([{ code: 'NETWORK_FAILED' }]);
  });

  it('says nothing of an answer that a transport is still carrying', async () => {
    const { client, server, item, when } = createHarness();
    push(client, info, ask());
    item().views[0]?.answer({ flightId: 'FL2' });
    push(client, state());
    client.pushEnded();

    expect(item().status).toBe('sending');
    (await server.accept()).end(info, settled('accept'), state(), complete);
    await when(isStatus('settled'));
  });

  it('means nothing to a client that is closed', async () => {
    const { client, errors } = createHarness();
    push(client, text);
    await client.close();
    client.pushEnded(new Error('late'));
    expect(errors).toEqual([]);
  });
});
