import { afterEach, describe, expect, it } from 'vitest';
import { ask, closeAll, complete, createHarness, info, said, settled } from './harness.ts';

afterEach(closeAll);

describe('an edit', () => {
  it('sends a server with revisions the new message alone, with the id of the one it replaces', async () => {
    const { client, server, snapshot } = createHarness();
    const sent = client.send('One');
    (await server.accept()).end(info, said('Hello.'), complete);
    await sent;
    const [{ id } = { id: undefined }] = snapshot().messages;
    const edited = client.edit(id!, 'Eins');
    const stream = await server.accept();
    expect(stream.request.body.messages).toMatchObject([{ role: 'user', content: 'Eins', replaces: id }]);
    const messages = stream.request.body.messages;
    stream.send({ type: 'messages', messages, dropped: [id] });
    stream.end(said('Hallo.'), complete);
    await edited;
    expect(snapshot().messages).toMatchObject([{ content: 'Eins' }, { content: 'Hallo.' }]);
  });

  it('of a message that never arrived replaces what that was to replace', async () => {
    const { client, server, snapshot } = createHarness();
    const sent = client.send('One');
    (await server.accept()).end(info, said('Hello.'), complete);
    await sent;
    const [{ id } = { id: undefined }] = snapshot().messages;
    const lost = client.edit(id!, 'Lost');
    await server.refuse(new TypeError('no network'));
    await lost;
    const edited = client.edit(snapshot().messages[0]!.id!, 'Found');
    const stream = await server.accept();
    expect(stream.request.body.messages).toMatchObject([{ content: 'Found', replaces: id }]);
    stream.send({ type: 'messages', messages: stream.request.body.messages, dropped: [id] });
    stream.end(said('Yes.'), complete);
    await edited;
    expect(snapshot().messages.map(({ content }) => content)).toEqual(['Found', 'Yes.']);
  });

  it('takes the receipts of what it drops away, also in a snapshot, and leaves the others', async () => {
    const harness = createHarness();
    const { client, server, snapshot } = harness;
    const calls = (id: string) => ({
      type: 'tool_calls',
      calls: [{ id, name: 'book_flight', arguments: {} }],
      text: '',
    });
    const result = (id: string) => ({ type: 'tool_result', id, name: 'book_flight', content: 'ok' });
    const sent = client.send('One');
    const ended = ['call_1', 'call_2'].flatMap((callId) => [
      calls(callId),
      ask({ callId }),
      settled('decline', { callId }),
      result(callId),
    ]);
    (await server.accept()).end(info, ...ended, said('Done.'), complete);
    await sent;
    expect(snapshot().receipts).toHaveLength(2);
    const [{ id } = { id: undefined }] = snapshot().messages;
    const kept = {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'call_2', type: 'function', function: { name: 'book_flight', arguments: '{}' } }],
    };
    const attached = client.attach();
    const events = [
      { type: 'messages', messages: [], dropped: [id] },
      {
        type: 'messages',
        messages: [
          { role: 'user', id: 'm2', content: 'Eins' },
          kept,
          { role: 'tool', tool_call_id: 'call_2', content: 'ok' },
        ],
      },
      complete,
    ];
    (await server.accept()).end({ type: 'snapshot', events }, { type: 'end' });
    await attached;
    expect(snapshot().receipts.map(({ callId }) => callId)).toEqual(['call_2']);
    expect(snapshot().calls.map(({ callId }) => callId)).toEqual(['call_2']);
  });

  it('knows no message without an id', async () => {
    const harness = createHarness({ messages: [{ role: 'user', content: 'Hi' }] });
    await harness.client.regenerate();
    expect(harness.errors).toMatchObject([{ code: 'MESSAGE_UNKNOWN' }]);
    expect(harness.server.requests).toEqual([]);
  });
});
