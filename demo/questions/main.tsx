import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import '../styles/app.css';
import '../styles/questions.css';
import { QuestionsPage } from './QuestionsPage.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QuestionsPage />
  </StrictMode>,
);
