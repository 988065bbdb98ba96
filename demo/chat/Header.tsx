import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';
import { PencilIcon, PlaneIcon } from './icons.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

export function Header({ onNewChat }: { onNewChat: () => void }): ReactNode {
  const isEmpty = usePluginSession(({ messages }) => messages.length === 0);
  return (
    <header className="header">
      <span className="brand-mark" aria-hidden="true">
        <PlaneIcon />
      </span>
      <h1>
        Flight desk <small>elicitkit demo</small>
      </h1>
      <a className="quiet-button" href="./forms.html">
        Forms
      </a>
      <button type="button" className="quiet-button" onClick={onNewChat} disabled={isEmpty}>
        <PencilIcon />
        <span>New chat</span>
      </button>
      <ThemeToggle />
    </header>
  );
}
