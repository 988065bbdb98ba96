import { Chat, useChat } from '@ai-sdk/react';
import { AssistantRuntimeProvider } from '@assistant-ui/react';
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk';
import { lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { createPluginClient, PluginSessionProvider } from 'elicitkit';
import { useElicitChat } from 'elicitkit/ai-sdk-react';
import { bookFlightPlugin } from './plugin';
import { Thread } from './Thread';

/** Call it once, with what you have saved. */
export function openChat(id: string, messages: UIMessage[]) {
  const sendAutomaticallyWhen = lastAssistantMessageIsCompleteWithApprovalResponses;
  const chat = new Chat({ id, messages, sendAutomaticallyWhen });
  const say = (text: string) => void chat.sendMessage({ text });
  const client = createPluginClient({ endpoint: '/api/elicit', conversationId: id, plugins: [bookFlightPlugin], say });
  return { chat, client };
}

export function SdkThread({ chat, client }: ReturnType<typeof openChat>) {
  const helpers = useChat({ chat });
  useElicitChat(client, helpers);
  // A message instead of an answer is for the server to judge: it ends the questions, and says how the calls ended.
  const runtime = useAISDKRuntime(helpers, { cancelPendingToolCallsOnSend: false });
  return (
    <PluginSessionProvider client={client}>
      <AssistantRuntimeProvider runtime={runtime}>
        <Thread />
      </AssistantRuntimeProvider>
    </PluginSessionProvider>
  );
}
