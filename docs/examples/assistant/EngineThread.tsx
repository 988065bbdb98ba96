import {
  AssistantRuntimeProvider,
  useExternalStoreRuntime,
  type AppendMessage,
  type ThreadMessageLike,
} from '@assistant-ui/react';
import { PluginSessionProvider } from 'elicitkit';
import type { ClientSnapshot, PluginClient } from 'elicitkit/client';
import { useMemo, useSyncExternalStore } from 'react';
import { Thread } from './Thread';

export const EngineThread = ({ client }: { client: PluginClient }) => (
  <PluginSessionProvider client={client}>
    <AssistantRuntimeProvider runtime={useElicitRuntime(client)}>
      <Thread />
    </AssistantRuntimeProvider>
  </PluginSessionProvider>
);

/** A client's conversation as a runtime of assistant-ui. */
export function useElicitRuntime(client: PluginClient) {
  const { messages, text, status } = useSyncExternalStore(
    client.subscribe,
    client.getSnapshot,
    client.getInitialSnapshot,
  );
  return useExternalStoreRuntime<ThreadMessageLike>({
    messages: useMemo(() => threadOf(messages, text), [messages, text]),
    convertMessage: (message) => message,
    isRunning: status === 'sending' || status === 'streaming',
    onNew: async ({ content }: AppendMessage) =>
      client.send(content.map((part) => (part.type === 'text' ? part.text : '')).join('')),
    onCancel: () => client.abort(),
  });
}

function threadOf(messages: ClientSnapshot['messages'], text: string): ThreadMessageLike[] {
  const results = new Map(messages.map(({ tool_call_id, content }) => [tool_call_id, content]));
  const all = text === '' ? messages : [...messages, { role: 'assistant' as const, content: text }];
  return all.flatMap(({ role, content, tool_calls = [] }, index) => {
    if (role === 'tool') return [];
    const calls = tool_calls.map(({ id, function: { name, arguments: argsText } }) => {
      const result = results.get(id);
      return { type: 'tool-call' as const, toolCallId: id, toolName: name, argsText, ...(result && { result }) };
    });
    const said = content === '' ? [] : [{ type: 'text' as const, text: content }];
    return [{ id: String(index), role, content: [...said, ...calls] }];
  });
}
