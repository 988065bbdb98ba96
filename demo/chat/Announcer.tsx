import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';

/** Tells who cannot see it what is new, in whole sentences: words that stream would be read one by one. */
export function Announcer(): ReactNode {
  const news = usePluginSession(({ text, messages, pending, calls }) => {
    const [question] = pending;
    if (question !== undefined) return question.message;
    const last = messages.at(-1);
    if (text === '' && last?.role === 'assistant') return last.content;
    return calls.findLast(({ status }) => status === 'running')?.progress?.message ?? '';
  });
  return (
    <output className="visually-hidden" dir="auto">
      {news}
    </output>
  );
}
