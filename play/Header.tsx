import { useSyncExternalStore, type ReactNode } from 'react';
import { ThemeSwitch, useTheme } from './ThemeSwitch.tsx';
import type { WireLog } from './wire-log.ts';

/** What a narrow page shows. A wide one shows both. */
export type View = 'calls' | 'wire';

interface HeaderProps {
  file: string;
  log: WireLog;
  view: View;
  onView: (view: View) => void;
}

export function Header({ file, log, view, onView }: HeaderProps): ReactNode {
  const theme = useTheme('elicitkit-play:theme');
  const { entries } = useSyncExternalStore(log.subscribe, log.getSnapshot);
  return (
    <header className="header">
      <span className="brand-mark" aria-hidden="true">
        <svg viewBox="0 0 24 24" width="18" height="18" focusable="false">
          <path d="M8 5.5v13l10.5-6.5z" fill="currentColor" />
        </svg>
      </span>
      <h1>
        <span dir="auto">{file}</span> <small>elicitkit play</small>
      </h1>
      <fieldset className="views">
        <legend className="visually-hidden">Shown</legend>
        <button type="button" aria-pressed={view === 'calls'} onClick={() => onView('calls')}>
          Tools
        </button>
        <button type="button" aria-pressed={view === 'wire'} onClick={() => onView('wire')}>
          Events <span className="count">{entries.length}</span>
        </button>
      </fieldset>
      <ThemeSwitch {...theme} />
    </header>
  );
}
