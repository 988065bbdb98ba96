import { createInboxClient, ElicitInbox, useInbox } from 'elicitkit/inbox';
import 'elicitkit/styles.css';
import 'elicitkit/inbox.css';

// Plugins answer as in the chat. Without one for its tool, a question is a form.
const inbox = createInboxClient({ endpoint: '/api/chat', plugins: [] });

export function ManagersPage() {
  const { count, hasMore } = useInbox(inbox);
  return (
    <main>
      <title>{count > 0 ? `(${count}${hasMore ? '+' : ''}) Decisions` : 'Decisions'}</title>
      <ElicitInbox inbox={inbox} toolTitles={{ give_credit: 'Credit' }} />
    </main>
  );
}
