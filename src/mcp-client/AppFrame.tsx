import type { ReactNode } from 'react';
import { useNotes } from '../react/useNotes.ts';
import type { useApp } from './useApp.ts';

/** The frame of an app, or a word while it loads. */
export function AppFrame({ title, app }: { title: string; app: ReturnType<typeof useApp> }): ReactNode {
  const { loading } = useNotes();
  return (
    <>
      {app.state === 'loading' && <p data-elicit="elicit-loading">{loading}</p>}
      <iframe
        {...app.props}
        data-elicit="app-frame"
        title={title}
        sandbox="allow-scripts allow-forms"
        allow=""
        referrerPolicy="no-referrer"
      />
    </>
  );
}
