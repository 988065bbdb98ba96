import type { ReactNode } from 'react';
import { LanguageContext } from '../ui/language/language-context.ts';
import { ownWords } from '../ui/language/language.ts';
import { ItemBoundary } from './ItemBoundary.tsx';

interface LastResortProps {
  /** A new value lets children that failed twice try again. */
  stage: string;
  children: ReactNode;
  onCrash: (cause: unknown) => void;
}

/**
 * Protects the host's page from a crash that no boundary below caught, such as one in the card that reports a crash.
 *
 * The host's words are the likeliest cause, so it first shows the children in our own words. If that fails too, it
 * leaves them out.
 */
export function LastResort({ stage, children, onCrash }: LastResortProps): ReactNode {
  const inOurWords = () => (
    <ItemBoundary key={stage} onCrash={onCrash} fallback={nothing}>
      <LanguageContext.Provider value={ownWords}>{children}</LanguageContext.Provider>
    </ItemBoundary>
  );
  return (
    <ItemBoundary onCrash={onCrash} fallback={inOurWords}>
      {children}
    </ItemBoundary>
  );
}

const nothing = () => null;
