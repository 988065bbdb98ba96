import type { ChatTransport, UIMessage } from 'ai';
import type { PluginClient } from '../client/client-options.ts';
import { uuid } from '../client/uuid.ts';
import type { ChatFile } from '../protocol/chat-message.ts';
import { followTurn } from './follow-turn.ts';
import { turnsOf } from './ui-messages.ts';

/**
 * Let a `useChat` talk through a client: its messages go to `createChatHandler`, which runs the model and the tools. Use
 * it with `useElicitResume`. The headers of requests are the client's.
 *
 * Stopping the chat stops its calls, and the model does not go on. An edit and `regenerate` are those of the client.
 *
 * @example
 * const chat = useChat({ id: client.conversationId, transport: elicitChatTransport(client) });
 */
export function elicitChatTransport(client: PluginClient): ChatTransport<UIMessage> {
  return {
    async sendMessages({ trigger, messageId, messages, metadata, abortSignal }) {
      abortSignal?.addEventListener('abort', () => void client.abort({ silent: true }));
      const { messages: known, problem } = client.getSnapshot();
      const last = messages.at(-1);
      const before = known.find(({ id }) => id === last?.id);
      if (metadata !== resumed && last?.role === 'user') {
        const { text, files } = said(last);
        if (before === undefined)
          return followTurn(client, last.id, { until: client.send(text, { files, id: last.id }) });
        // To say it again takes a new message. `sendMessage()` alone tries a failed turn again.
        const isSame = before.content === text && urlsOf(before.files) === urlsOf(files);
        const isEdit = messageId !== undefined && (problem === undefined || !isSame);
        if (isEdit || trigger === 'regenerate-message') {
          const id = uuid();
          return followTurn(client, id, { until: client.edit(last.id, text, { files, id }) });
        }
      }
      const until = metadata === resumed ? undefined : client.retry();
      return followTurn(client, turnsOf(known).at(-1)?.id, { told: last, until });
    },
    // `useElicitResume` does it: what it goes on with need not begin again.
    reconnectToStream: async () => null,
  };
}

/** Marks a request to read on, without anything new to say. */
export const resumed = {};

const urlsOf = (files: readonly ChatFile[] = []) => files.map(({ url }) => url).join(' ');

function said({ parts }: UIMessage) {
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    files: parts.flatMap((part) =>
      part.type === 'file' ? [{ url: part.url, mediaType: part.mediaType, name: part.filename }] : [],
    ),
  };
}
