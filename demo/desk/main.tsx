import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import 'elicitkit/inbox.css';
import '../styles/app.css';
import '../styles/desk.css';
import { DeskPage } from './DeskPage.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <DeskPage />
  </StrictMode>,
);
