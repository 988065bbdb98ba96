import { createPluginClient } from 'elicitkit/client';
import { createChatHandler } from 'elicitkit/server';
import { createScriptedProvider, memoryTransport } from 'elicitkit/testing';
import { expect, it, vi } from 'vitest';
import { bookFlightPlugin } from './plugin';
import { bookFlightTool } from './tool';

it('is a conversation in which a flight is booked', async () => {
  const provider = createScriptedProvider([
    { toolCalls: [{ name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } }] },
    { text: 'Walk.' }, // what `ctx.sample` gets
    (messages) => ({ text: `You are booked: ${messages.at(-1)?.content}` }),
  ]);
  const chat = createChatHandler({ provider, tools: [bookFlightTool] });
  const client = createPluginClient({ transport: memoryTransport(chat), plugins: [bookFlightPlugin] });

  await client.send('Book me a flight from NYC to LAX');
  const [question] = client.getSnapshot().pending;
  expect(question).toMatchObject({ status: 'pending', key: 'pickFlight', message: 'Which flight?' });
  if (question?.status === 'pending') question.accept({ flightId: 'SH420' });

  await vi.waitFor(() => expect(client.getSnapshot().messages.at(-1)?.content).toContain('You are booked'));
  expect(client.getSnapshot().receipts[0]?.receipt).toEqual({ title: 'Flight SH420' });
  expect(provider.calls[0]?.tools.map(({ name }) => name)).toEqual(['book_flight']);
  await client.close();
  await chat.close();
});
