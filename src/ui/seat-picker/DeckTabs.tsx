import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { DeckView } from './seat-views.ts';
import { words } from './words.ts';

interface DeckTabsProps {
  id: string;
  decks: readonly DeckView[];
  index: number;
  onChange: (index: number) => void;
}

/** A tab for each deck: one tab stop, the arrow keys between them. */
export function DeckTabs({ id, decks, index, onChange }: DeckTabsProps): ReactNode {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const steps: Record<string, number> = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (index + step + decks.length) % decks.length;
    onChange(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div ref={list} role="tablist" aria-label={words.decks} data-part="decks" tabIndex={-1} onKeyDown={onKeyDown}>
      {decks.map(({ deck }, i) => (
        <button
          key={deck.id}
          id={`${id}-tab-${i}`}
          type="button"
          role="tab"
          data-part="deck"
          data-state={i === index ? 'selected' : 'available'}
          aria-selected={i === index}
          aria-controls={`${id}-panel`}
          tabIndex={i === index ? 0 : -1}
          onClick={() => onChange(i)}
        >
          {deck.label ?? words.deck(i)}
        </button>
      ))}
    </div>
  );
}
