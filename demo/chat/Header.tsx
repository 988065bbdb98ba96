import { usePluginSession } from 'elicitkit';
import type { ReactNode } from 'react';
import { PencilIcon } from './icons.tsx';
import { SiteHeader } from './SiteHeader.tsx';

export function Header({ onNewChat }: { onNewChat: () => void }): ReactNode {
  const isEmpty = usePluginSession(({ messages }) => messages.length === 0);
  return (
    <SiteHeader title="Flight desk" page="Chat">
      <button type="button" className="quiet-button" onClick={onNewChat} disabled={isEmpty}>
        <PencilIcon />
        <span>New chat</span>
      </button>
    </SiteHeader>
  );
}
