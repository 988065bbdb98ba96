import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import 'elicitkit/core.css';
import './play.css';
import { App } from './App.tsx';
import { Failure } from './Failure.tsx';
import { loadTools } from './server.ts';
import { openSession } from './session.ts';

/** Show the file's tools, or why there are none. */
export async function start(place: HTMLElement): Promise<void> {
  const root = createRoot(place);
  try {
    const played = await loadTools();
    document.title = `${played.file} · elicitkit play`;
    root.render(
      <StrictMode>
        <App played={played} first={openSession()} />
      </StrictMode>,
    );
  } catch (error) {
    root.render(<Failure reason={error instanceof Error ? error.message : String(error)} />);
  }
}
