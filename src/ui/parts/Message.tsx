import { useRef, useState, type ReactNode } from 'react';
import type { CardMessages } from '../elicit-card/words.ts';
import { useBrowserLayoutEffect } from './useBrowserLayoutEffect.ts';

interface MessageProps {
  id: string;
  /** The question, safe to show. */
  text: string;
  /** Whether only screen readers get it. */
  hidden: boolean | undefined;
  words: Pick<CardMessages, 'showAll' | 'showLess'>;
}

/**
 * A question. One of more than six lines is cut, and a button shows the rest; descriptions always hold it whole. Give it
 * a `key`, so that another text is measured anew.
 */
export function Message({ id, text, hidden, words }: MessageProps): ReactNode {
  const line = useRef<HTMLParagraphElement>(null);
  const [state, setState] = useState<'cut' | 'whole'>();
  useBrowserLayoutEffect(() => {
    // Measuring lays out the page, and most questions are short: no line has fewer than 13 characters.
    if (!/\n|.{80}/su.test(text)) return;
    const shown = line.current as HTMLElement;
    // Without the style sheet a line may have no height of its own, and nothing is cut.
    if (shown.offsetHeight > 6.5 * parseFloat(getComputedStyle(shown).lineHeight)) setState('cut');
  }, [text]);
  const isCut = state === 'cut';
  return (
    <>
      <p ref={line} id={id} data-elicit="message" data-state={state} dir="auto" hidden={hidden}>
        {text}
      </p>
      {state && !hidden && (
        <button type="button" data-elicit="whole" onClick={() => setState(isCut ? 'whole' : 'cut')}>
          {isCut ? words.showAll : words.showLess}
        </button>
      )}
    </>
  );
}
