import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/styles.css';
import './styles/app.css';
import './styles/conversation.css';
import './styles/composer.css';
import './styles/boarding-pass.css';
import './styles/itinerary.css';
import './styles/ledger.css';
import './pick-card/pick-card.css';
import './plan-trip/plan-trip.css';
import './tic-tac-toe/tic-tac-toe.css';
import { App } from './chat/App.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
