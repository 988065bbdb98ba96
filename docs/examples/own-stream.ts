import { createPluginClient } from 'elicitkit/client';
import { bookFlightPlugin } from './plugin';

export const client = createPluginClient({
  plugins: [bookFlightPlugin],
  // Send answers like your messages. If the response is not `ok`, return it, so that the card offers Try again.
  transport: async ({ body, signal }) => {
    const response = await post(body, signal);
    if (!response.ok) return response;
    void readEvents(response);
  },
});

/** Your hook's own `send`; it now names the conversation and the plugins. */
export async function send(messages: { role: 'user'; content: string }[]) {
  const response = await post({
    conversationId: client.conversationId,
    enabledPlugins: client.registry.names(),
    capabilities: client.capabilities,
    messages,
  });
  if (!response.ok) throw new Error(`The chat server answered ${response.status}.`);
  await readEvents(response);
}

/** Your hook's own reader: it passes each line to the client too, which ignores unknown lines. */
async function readEvents(response: Response) {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value = '' } = await reader.read();
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter(Boolean)) client.push(JSON.parse(line));
      if (done) return client.pushEnded();
    }
  } catch (failure) {
    client.pushEnded(failure);
  }
}

const post = (body: object, signal?: AbortSignal) =>
  fetch('/api/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
