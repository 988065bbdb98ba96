import type { ReactNode } from 'react';
import { lazyComponent } from '../react/lazy-component.ts';
import { words as loadingWords } from '../ui/parts/loading-words.ts';
import { FrameContext } from '../ui/frame/frame.ts';
import { useWords } from '../ui/language/language-context.ts';
import type { useApp } from './useApp.ts';

const LazyUrlConsent = lazyComponent(async () => {
  const { UrlConsent } = await import('../ui/url-consent/UrlConsent.tsx');
  return { default: UrlConsent };
});

interface AppFrameProps {
  title: string;
  serverName: string;
  app: ReturnType<typeof useApp>;
  /** What stands below it. @default nothing */
  children?: ReactNode;
}

/** The frame of an app, on a card unless the app draws an edge of its own. */
export function AppFrame({ title, serverName, app, children }: AppFrameProps): ReactNode {
  const { frame, src, height, state, link } = app;
  const { loading } = useWords('notes', loadingWords);
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
      <div aria-live="polite">
        {link && (
          <FrameContext.Provider value={undefined}>
            <LazyUrlConsent
              url={link.url}
              serverName={serverName}
              onRespond={() => link.answer(true)}
              onDecline={() => link.answer(false)}
            />
          </FrameContext.Provider>
        )}
      </div>
      {children && (
        <div data-elicit={below} style={{ marginBlockStart: below && 8 }}>
          {children}
        </div>
      )}
    </div>
  );
}

const whole = { display: 'block', inlineSize: '100%', maxBlockSize: 'min(720px, 80vh)', border: 0 } as const;
