import { HttpAgent } from '@ag-ui/client';
import { createPluginClient } from 'elicitkit';
import { connectAgUi } from 'elicitkit/ag-ui-client';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import { Chat } from './Chat';
import { bookFlightPlugin } from './plugin';
import './page.css';

// The thread is in the address, so that a reload and a second tab show the same one.
const threadId = location.hash.slice(1) || crypto.randomUUID();
history.replaceState(null, '', `#${threadId}`);

const agent = new HttpAgent({ url: '/api/agent', threadId });
const client = createPluginClient({ conversationId: threadId, plugins: [bookFlightPlugin] });
connectAgUi(client, agent, { name: 'SkyHigh agent' });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Chat agent={agent} client={client} />
  </StrictMode>,
);
