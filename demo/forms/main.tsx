import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import '../styles/app.css';
import '../styles/forms.css';
import { FormsPage } from './FormsPage.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <FormsPage />
  </StrictMode>,
);
