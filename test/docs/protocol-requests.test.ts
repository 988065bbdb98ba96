import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createScriptedProvider } from '../../src/testing.ts';
import type { ChatRequestBody } from '../../src/server.ts';
import { bookFlight, createChat, questionOf, route } from '../chat/harness.ts';

it('the requests that docs/protocol.md shows begin a booking and answer its question', async () => {
  const text = readFileSync(new URL('../../docs/protocol.md', import.meta.url), 'utf8');
  const samples = /```json\n([^`]*)```/.exec(text)?.[1]?.trim().split('\n') ?? [];
  const [begin, answer] = samples.map((sample) => JSON.parse(sample) as ChatRequestBody);
  const provider = createScriptedProvider([{ toolCalls: [{ name: 'book_flight', arguments: route }] }]);
  const chat = createChat({ provider, asked: [] }, { tools: [bookFlight] });
  const { sessionId, callId, elicitId } = questionOf(await chat.post(begin ?? {}));
  const given = answer?.pluginElicitResponses?.map((one) => ({ ...one, sessionId, callId, elicitId }));
  const { events } = await chat.post({ ...answer, pluginElicitResponses: given });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'plugin_elicit_settled', elicitId, action: 'accept', answerId: 'a-1' }),
  );
});
