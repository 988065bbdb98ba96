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
  const { subscribe, getSnapshot, getInitialSnapshot } = client;
  const { messages, text, status, problem } = useSyncExternalStore(subscribe, getSnapshot, getInitialSnapshot);
  return useExternalStoreRuntime<ThreadMessageLike>({
    messages: useMemo(() => threadOf(messages, text, problem?.message), [messages, text, problem]),
    convertMessage: (message) => message,
    isRunning: status === 'sending' || status === 'streaming',
    onNew: async (message) => client.send(wordsOf(message)),
    onEdit: async (message) => client.edit(message.sourceId ?? '', wordsOf(message)),
    onReload: async () => (problem === undefined ? client.regenerate() : client.retry()),
    onCancel: () => client.abort(),
  });
}

const wordsOf = ({ content }: AppendMessage) => content.map((part) => (part.type === 'text' ? part.text : '')).join('');

function threadOf(messages: ClientSnapshot['messages'], text: string, error?: string): ThreadMessageLike[] {
  const results = new Map(messages.map(({ tool_call_id, content }) => [tool_call_id, content]));
  const thread = messages.flatMap(({ id, role, content, tool_calls = [] }, index): ThreadMessageLike[] => {
    if (role === 'tool') return [];
    const calls = tool_calls.map(({ id: toolCallId, function: { name, arguments: argsText } }) => {
      const result = results.get(toolCallId);
      return { type: 'tool-call' as const, toolCallId, toolName: name, argsText, ...(result && { result }) };
    });
    const said = content === '' ? [] : [{ type: 'text' as const, text: content }];
    return [{ id: id ?? String(index), role, content: [...said, ...calls] }];
  });
  const failed =
    error === undefined ? {} : { status: { type: 'incomplete' as const, reason: 'error' as const, error } };
  const isLive = text !== '' || error !== undefined;
  return isLive ? [...thread, { id: 'live', role: 'assistant', content: text, ...failed }] : thread;
}
