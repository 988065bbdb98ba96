import { createPluginClient } from 'elicitkit';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import { chatId, isNew } from './chat-id.ts';
import { EngineThread } from './EngineThread.tsx';
import './page.css';
import { bookFlightPlugin } from './plugin.ts';

const client = createPluginClient({ endpoint: '/api/engine', conversationId: chatId, plugins: [bookFlightPlugin] });
// Another tab, or a reload in another browser: the server tells what it has.
if (!isNew) void client.attach();
createRoot(document.getElementById('root')!).render(<EngineThread client={client} />);
