import type { ReactNode } from 'react';
import { useNotes } from '../react/useNotes.ts';
import type { useApp } from './useApp.ts';

interface AppFrameProps {
  title: string;
  app: ReturnType<typeof useApp>;
  /** What stands below it. @default nothing */
  children?: ReactNode;
}

/** The frame of an app, on a card unless the app draws an edge of its own. */
export function AppFrame({ title, app: { frame, src, height, state }, children }: AppFrameProps): ReactNode {
  const { loading } = useNotes();
  const [around, below] = state === 'edged' ? ['card', ''] : ['', 'card'];
  return (
    <div data-elicit={around}>
      {state === 'loading' && <p data-elicit="elicit-loading">{loading}</p>}
      <iframe
        ref={frame}
        src={src}
        style={{ ...whole, blockSize: height }}
        data-elicit="app-frame"
        title={title}
        sandbox="allow-scripts allow-forms"
        allow=""
        referrerPolicy="no-referrer"
      />
      {children && (
        <div data-elicit={below} style={{ marginBlockStart: below && 8 }}>
          {children}
        </div>
      )}
    </div>
  );
}

const whole = { display: 'block', inlineSize: '100%', maxBlockSize: 'min(720px, 80vh)', border: 0 } as const;
