import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';

/** The model's text as it streams, or three dots before it starts. */
export function StreamingText(): ReactNode {
  const { text, isThinking } = usePluginSession(({ text: words, status, calls, pending }) => ({
    text: words,
    isThinking:
      (status === 'sending' || status === 'streaming') &&
      words === '' &&
      pending.length === 0 &&
      !calls.some((call) => call.status === 'running'),
  }));
  if (text !== '') {
    return (
      <p className="answer" data-state="streaming" dir="auto">
        {text}
      </p>
    );
  }
  if (!isThinking) return null;
  return (
    <p className="thinking">
      <span className="visually-hidden">Thinking…</span>
      <i />
      <i />
      <i />
    </p>
  );
}
