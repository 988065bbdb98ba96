import type { ReactNode } from 'react';
import { LanguageContext } from '../ui/language/language-context.ts';
import { ownWords } from '../ui/language/language.ts';
import { ItemBoundary } from './ItemBoundary.tsx';

interface LastResortProps {
  /** Another one gives children that failed twice another chance. */
  stage: string;
  children: ReactNode;
  onCrash: (cause: unknown) => void;
}

/**
 * Keeps a crash from the host's page that no boundary below could hold, such as one of the card that tells of a crash.
 *
 * A word of the host's is the likeliest cause, so the children are shown in our own words first. Where that fails too
 * they are left out.
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
