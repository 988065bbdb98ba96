import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';

/**
 * Announces news to screen readers in whole sentences: they would read streamed text word by word.
 *
 * Each announcement is an element of its own. An added element is read once and a removed one says nothing, so no old
 * sentence repeats. The package itself announces questions and their outcomes.
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
