import { afterEach, describe, expect, it } from 'vitest';
import { partsOf } from '../../src/client.ts';
import { closeAll, complete, createHarness, info } from './harness.ts';
import { createShelf } from './shelf.ts';

afterEach(closeAll);

const image = { url: `data:image/png;base64,${'A'.repeat(3000)}`, mediaType: 'image/png' };
const page = { type: 'url', url: 'https://a.example/' };
const answer = { role: 'assistant', content: 'OneTwo', reasoning: [{ text: 'Hm.' }], sources: [page], files: [image] };

describe("what a model's answer holds besides its words", () => {
  it('streams in its order, and then stands in the message', async () => {
    const { client, server, snapshot, when } = createHarness();
    const sent = client.send('Go');
    const stream = await server.accept();
    stream.send(info, { type: 'thinking', content: 'Fir' }, { type: 'thinking', content: 'st.' });
    stream.send(
      { type: 'text', content: 'One' },
      { type: 'thinking', content: 'Then.' },
      { type: 'text', content: 'Two' },
    );
    const { text, reasoning, thinking } = await when((now) => now.text === 'OneTwo');
    expect(thinking).toBe('First.Then.');
    expect(partsOf({ content: text, reasoning })).toEqual([
      { type: 'reasoning', text: 'First.' },
      { type: 'text', text: 'One' },
      { type: 'reasoning', text: 'Then.' },
      { type: 'text', text: 'Two' },
    ]);
    stream.end({ type: 'messages', messages: [answer] }, complete);
    await sent;
    expect(snapshot()).toMatchObject({ text: '', thinking: '', reasoning: [], messages: [{ role: 'user' }, answer] });
  });

  it('stands in the message that calls tools', async () => {
    const { client, server, snapshot } = createHarness();
    const sent = client.send('Go');
    const { role: _, content: text, ...extras } = answer;
    const calls = [{ id: 'call_1', name: 'book_flight', arguments: {} }];
    (await server.accept()).end(info, { type: 'tool_calls', calls, text, ...extras }, { type: 'end' });
    await sent;
    expect(snapshot().messages[1]).toMatchObject({ ...answer, tool_calls: [{ id: 'call_1' }] });
  });

  it('outlives a reload, also in the middle of the stream', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf });
    void before.client.send('Go');
    const stream = await before.server.accept();
    stream.send(info, { type: 'messages', messages: [answer] }, { type: 'thinking', content: 'Fir' });
    await before.when(({ thinking }) => thinking === 'Fir');
    await before.client.close();
    const after = createHarness({ storage: shelf });
    const resumed = await after.server.accept();
    expect(resumed.request.body).toMatchObject({ attach: true });
    resumed.send({ type: 'thinking', content: 'st.' });
    expect(await after.when(({ thinking }) => thinking === 'First.')).toMatchObject({ messages: [{}, answer] });
  });

  it('makes room in the storage before words do, and the server tells it again', async () => {
    const shelf = createShelf();
    const before = createHarness({ storage: shelf, maxStoredBytes: 2000 });
    const sent = before.client.send('Go');
    (await before.server.accept()).end(info, { type: 'messages', messages: [answer] }, complete);
    await sent;
    await before.client.close();
    expect(before.errors).toEqual([]);

    const after = createHarness({ storage: shelf, maxStoredBytes: 2000 });
    const words = [
      { role: 'user', content: 'Go' },
      { role: 'assistant', content: 'OneTwo' },
    ];
    expect(after.snapshot().messages).toMatchObject(words);
    const asked = await after.server.accept();
    expect(asked.request.body).toMatchObject({ attach: true, revision: 0 });
    const events = [{ type: 'messages', messages: [{ role: 'user', content: 'Go' }, answer] }, complete];
    asked.end({ type: 'snapshot', events }, { type: 'end' });
    expect(await after.when(({ messages }) => messages[1]?.files !== undefined)).toMatchObject({
      messages: [{}, answer],
    });
  });
});
