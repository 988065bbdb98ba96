import { useCallback, useRef, useState, type ReactNode } from 'react';
import type { CardMessages } from '../elicit-card/words.ts';
import { focusedNear } from './focused-near.ts';
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
 * a `key`, so that another text begins cut.
 */
export function Message({ id, text, hidden, words }: MessageProps): ReactNode {
  const line = useRef<HTMLParagraphElement>(null);
  const [isLong, setIsLong] = useState(false);
  const [shown, setShown] = useState<'cut' | 'whole'>('cut');
  useBrowserLayoutEffect(() => {
    // Measuring lays out the page, and most questions are short: no line has fewer than 13 characters.
    if (!/\n|.{80}/su.test(text)) return undefined;
    const all = line.current as HTMLElement;
    // A cut text scrolls as far as a whole one. Without the style sheet a line may have no height of its own.
    const measure = () => setIsLong(all.scrollHeight > 6.5 * parseFloat(getComputedStyle(all).lineHeight));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(all);
    return () => observer.disconnect();
  }, [text]);
  const button = useRef<HTMLButtonElement | null>(null);
  // Keep the focus in the card when the button goes: in a wider card the text may fit, or the text is another one.
  const hold = useCallback((next: HTMLButtonElement | null) => {
    const { current: last } = button;
    button.current = next;
    if (next || !last || focusedNear(last) !== last) return;
    last.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true });
  }, []);
  const isCut = shown === 'cut';
  return (
    <>
      <p ref={line} id={id} data-elicit="message" data-state={isLong ? shown : undefined} dir="auto" hidden={hidden}>
        {text}
      </p>
      {isLong && !hidden && (
        <button ref={hold} type="button" data-elicit="whole" onClick={() => setShown(isCut ? 'whole' : 'cut')}>
          {isCut ? words.showAll : words.showLess}
        </button>
      )}
    </>
  );
}
