import { createPluginClient, PluginSessionProvider } from 'elicitkit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import './mcp.css';
import { bookFlightPlugin } from '../book-flight/plugin.ts';
import { McpPage } from './McpPage.tsx';

// There is no chat server here: this client shows what MCP servers ask.
const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin], storage: false });

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <PluginSessionProvider client={client}>
      <McpPage />
    </PluginSessionProvider>
  </StrictMode>,
);
