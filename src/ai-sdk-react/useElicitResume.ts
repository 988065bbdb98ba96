import type { UIMessage } from 'ai';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import { resumed } from './elicit-chat-transport.ts';
import { isBusy, nothing, readUiMessages } from './ui-messages.ts';

/** What the hook needs of `useChat`, in version 3 or 4 of `@ai-sdk/react`. */
export interface ResumedChat<Message extends UIMessage = UIMessage> {
  readonly status: string;
  readonly setMessages: (messages: Message[]) => void;
  readonly sendMessage: (message?: undefined, options?: { metadata?: unknown }) => Promise<void>;
}

/**
 * Keep a `useChat` with `elicitChatTransport` the same as its client: its messages after a reload and whatever another
 * tab does, and what the model says when a question is answered. Call it once for a chat.
 *
 * The chat's messages are the client's. To start with none of them, make another client.
 */
export function useElicitResume<Message extends UIMessage = UIMessage>(
  client: PluginClient,
  { status, setMessages, sendMessage }: ResumedChat<Message>,
): void {
  const snapshot = useSyncExternalStore(client.subscribe, client.getSnapshot, client.getInitialSnapshot);
  const { messages, text, reasoning } = snapshot;
  const isComing = isBusy(snapshot);
  const isResting = status === 'ready' || status === 'error';
  const isFollowing = useRef(false);
  const [ends, setEnds] = useState(0);

  useEffect(() => {
    if (!isResting || isFollowing.current) return;
    // What is coming is the stream's to tell.
    setMessages(readUiMessages(messages, isComing ? nothing : { text, reasoning }) as Message[]);
    if (!isComing) return;
    isFollowing.current = true;
    void sendMessage(undefined, { metadata: resumed }).finally(() => {
      isFollowing.current = false;
      setEnds((count) => count + 1);
    });
  }, [messages, text, reasoning, isComing, isResting, ends, setMessages, sendMessage]);
}
