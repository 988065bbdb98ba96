import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';

/**
 * Tells who cannot see it what is new, in whole sentences: words that stream would be read one by one.
 *
 * Each piece of news is an element of its own. What is added is read, once, and what goes says nothing, so an old
 * sentence is never told again. The questions, and what they came to, the package tells itself.
 */
export function Announcer(): ReactNode {
  const { messages, calls } = usePluginSession((session) => ({
    messages: session.messages,
    calls: session.calls,
  }));
  const last = messages.findLastIndex(({ role, content }) => role === 'assistant' && content !== '');
  return (
    <div className="visually-hidden" aria-live="polite">
      {last >= 0 && (
        <p key={`message ${last}`} dir="auto">
          {messages[last]?.content}
        </p>
      )}
      {calls.map(({ callId, status, progress }) =>
        status === 'running' && progress ? (
          <p key={`progress ${callId}`} dir="auto">
            {progress.message}
          </p>
        ) : null,
      )}
    </div>
  );
}
