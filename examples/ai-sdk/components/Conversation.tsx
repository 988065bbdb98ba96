'use client';

import type { UseChatHelpers } from '@ai-sdk/react';
import { useEffect, useRef } from 'react';
import type { ChatMessage } from '../chat-message';
import { Composer } from './Composer';
import { MessagePart } from './MessagePart';

const suggestions = ['Book me a flight from NYC to LAX', 'How is the weather in Lisbon?'];

interface ConversationProps {
  chat: UseChatHelpers<ChatMessage>;
  /** Where a new chat begins. */
  home: string;
}

export function Conversation({ chat, home }: ConversationProps) {
  const { messages, status, error, sendMessage, stop } = chat;
  const isBusy = status === 'submitted' || status === 'streaming';
  const say = (text: string) => void sendMessage({ text });
  const list = useRef<HTMLDivElement>(null);
  const count = messages.length;
  // What the person said last goes to the top, and what comes of it shows below.
  useEffect(() => {
    if (count > 2) [...list.current!.querySelectorAll('[data-role="user"]')].at(-1)?.scrollIntoView();
  }, [count]);
  return (
    <main className="chat">
      <header>
        <h1>
          <Plane /> Skyline
        </h1>
        <a href={home}>New chat</a>
      </header>
      <div className="messages" role="log" aria-label="Conversation" ref={list}>
        {messages.length === 0 && <Welcome onPick={say} />}
        {messages.map(({ id, role, parts }) => (
          <article key={id} data-role={role} aria-label={role === 'user' ? 'You' : 'Skyline'}>
            {parts.map((part, index) => (
              // Parts have no id, and keep their order.
              <MessagePart key={index} part={part} />
            ))}
          </article>
        ))}
        {status === 'submitted' && <p className="thinking">Thinking…</p>}
        {error !== undefined && (
          <p className="problem" role="alert">
            That did not work.{' '}
            <button type="button" onClick={() => void sendMessage()}>
              Try again
            </button>
          </p>
        )}
      </div>
      <Composer isBusy={isBusy} onSend={say} onStop={() => void stop()} />
    </main>
  );
}

function Welcome({ onPick }: { onPick: (text: string) => void }) {
  return (
    <div className="welcome">
      <h2>Where to?</h2>
      <p>Ask for a flight. You pick it, and your seat, right here in the chat.</p>
      {suggestions.map((text) => (
        <button key={text} type="button" onClick={() => onPick(text)}>
          {text}
        </button>
      ))}
    </div>
  );
}

function Plane() {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path fill="currentColor" d="M2.5 13.2 21.8 4.1c.6-.3 1.1.3.8.9L14 22l-2.7-7.6L2.7 14c-.6 0-.8-.6-.2-.8Z" />
    </svg>
  );
}
