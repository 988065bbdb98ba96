import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import '../styles/app.css';
import '../styles/conversation.css';
import '../styles/composer.css';
import '../styles/boarding-pass.css';
import './mcp.css';
import { McpPage } from './McpPage.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <McpPage />
  </StrictMode>,
);
