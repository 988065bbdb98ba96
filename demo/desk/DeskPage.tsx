import { createInboxClient, ElicitInbox, useInbox } from 'elicitkit/inbox';
import type { ReactNode } from 'react';
import { namesVisitor } from '../airline/visitor.ts';
import { SiteHeader } from '../chat/SiteHeader.tsx';
import { toolTitles } from '../chat/tool-titles.ts';
import { deskHeader } from './people.ts';

const inbox = createInboxClient({
  endpoint: '/api/chat',
  plugins: [],
  headers: () => ({ ...namesVisitor(), ...deskHeader }),
});

/** What waits for the manager, whose customer is in another window. */
export function DeskPage(): ReactNode {
  const { count } = useInbox(inbox);
  return (
    <div className="desk-page" data-elicit-root="">
      <title>{`${count > 0 ? `(${count}) ` : ''}Desk · elicitkit demo`}</title>
      <SiteHeader title="Desk" page="Desk" />
      <main className="desk">
        <p>
          You are Mia, the manager. Ask for a refund in the <a href="/">chat</a>, in another window: “Refund order
          1042”.
        </p>
        <ElicitInbox inbox={inbox} toolTitles={toolTitles} nameOf={() => 'the customer'} />
      </main>
    </div>
  );
}
