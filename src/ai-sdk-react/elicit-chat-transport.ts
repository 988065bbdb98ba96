import type { ChatTransport, UIMessage } from 'ai';
import type { PluginClient } from '../client/client-options.ts';
import { followTurn } from './follow-turn.ts';
import { turnsOf } from './ui-messages.ts';

/**
 * Let a `useChat` talk through a client: its messages go to `createChatHandler`, which runs the model and the tools. Use
 * it with `useElicitResume`. The headers of requests are the client's.
 *
 * Stopping the chat stops its calls, and the model does not go on.
 *
 * @example
 * const chat = useChat({ id: client.conversationId, transport: elicitChatTransport(client) });
 */
export function elicitChatTransport(client: PluginClient): ChatTransport<UIMessage> {
  return {
    async sendMessages({ trigger, messages, metadata, abortSignal }) {
      const last = messages.at(-1);
      const turns = turnsOf(client.getSnapshot().messages);
      abortSignal?.addEventListener('abort', () => void client.abort({ silent: true }));
      if (trigger === 'regenerate-message') throw new Error('This chat cannot answer again. Send a message instead.');
      if (metadata === resumed || last?.role !== 'user' || turns.some(({ id }) => id === last.id)) {
        const going = metadata === resumed ? undefined : client.retry();
        return followTurn(client, turns.at(-1)?.id, { told: last, until: going });
      }
      const { text, files } = said(last);
      return followTurn(client, last.id, { until: client.send(text, { files, id: last.id }) });
    },
    // `useElicitResume` does it: what it goes on with need not begin again.
    reconnectToStream: async () => null,
  };
}

/** Marks a request to read on, without anything new to say. */
export const resumed = {};

function said({ parts }: UIMessage) {
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    files: parts.flatMap((part) =>
      part.type === 'file' ? [{ url: part.url, mediaType: part.mediaType, name: part.filename }] : [],
    ),
  };
}
