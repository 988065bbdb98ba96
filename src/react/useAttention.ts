import { useCallback, useEffect, useRef, type FocusEvent, type MouseEvent } from 'react';
import { plainText } from '../protocol/plain-text.ts';
import { focusedNear } from '../ui/parts/focused-near.ts';
import type { Announcer } from './announcer.tsx';
import type { OutletItemProps } from './OutletItem.tsx';

/** A question as people meet it. */
interface Shown extends Pick<OutletItemProps, 'isArrival' | 'takesFocus'> {
  elicitId: string;
  /** Undefined while its card is open. */
  outcome: string | undefined;
  /** How it ended, in one line. */
  said: string;
  /** What its line is about, and the line. */
  note: string | undefined;
  noteText: string | undefined;
}

/** Moves the focus as a question opens and ends, and has announced what the focus does not have read out. */
export function useAttention(shown: Shown, announcer: Announcer) {
  const frame = useRef<HTMLDivElement | null>(null);
  const receipt = useRef<HTMLDivElement>(null);
  // Where the person is, also once that is gone.
  const person = useRef<'card' | 'receipt'>(undefined);
  const told = useRef<Pick<Shown, 'outcome' | 'note'>>(undefined);

  useEffect(() => {
    const before = told.current;
    const { elicitId, outcome, said, note, noteText, isArrival, takesFocus } = shown;
    told.current = { outcome, note };
    const place = frame.current;
    const card = outcome === undefined ? place?.querySelector<HTMLElement>('[data-elicit="elicit-card"]') : undefined;
    if (before === undefined) {
      // It waits for somebody else, and has no card that would be announced. Or it ended before its card was loaded.
      const isHeard = outcome === 'waiting' || announcer.known.has(elicitId);
      if (isArrival && outcome !== undefined && isHeard) announcer.say(plainText(said, 300));
      if (!takesFocus || place === null || isBusyElsewhere(place)) return;
      card?.focus();
      // If a component shows the message itself, the card has no description and the message is not read out.
      if (card?.matches(':focus[aria-describedby*="-message"]')) announcer.known.add(elicitId);
      return;
    }
    const was = person.current;
    if ((outcome === undefined) !== (before.outcome === undefined)) person.current = undefined;
    if (outcome === undefined && before.outcome !== undefined) {
      // The receipt or its button had the focus, and is gone: the question is asked again, or was brought back. A dialog
      // takes the focus by itself.
      if (was === 'receipt' && card) focusInView(card);
    } else if (outcome !== undefined && before.outcome === undefined) {
      const focused = place && focusedNear(place);
      // Leave the focus alone if the person moved it meanwhile.
      if (was === 'card' && (focused === null || focused === document.body || place?.contains(focused))) {
        // Focusing has it read out: announcing it would repeat it.
        receipt.current?.focus({ preventScroll: true });
        // The page may be scrolled down in a card that changed it. After a new question's answer, the next one is below.
        if (before.note) receipt.current?.scrollIntoView({ block: 'nearest' });
      } else announcer.say(plainText(said, 300));
    }
    if (noteText !== undefined && note !== before.note) announcer.say(noteText);
  });

  return {
    /** The element around the card and the receipt. */
    frame: useCallback((element: HTMLDivElement | null) => {
      // A change takes this question away: leave the focus that is in it to the receipt before it.
      if (element === null && contains(frame.current))
        (frame.current?.previousElementSibling?.firstChild as HTMLElement | null)?.focus();
      frame.current = element;
    }, []),
    receipt,
    onFocus: () => void (person.current = shown.outcome === undefined ? 'card' : 'receipt'),
    onBlur: ({ relatedTarget, currentTarget }: FocusEvent) => {
      // Without a target the focus was lost, not moved: its element became inert or was removed.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) person.current = undefined;
    },
    /** The person opens the question again: its card gets the focus. */
    takeUp: () => void (person.current = 'receipt'),
    /** Focus the receipt, as something in it that has the focus goes. */
    leave: () => receipt.current?.focus({ preventScroll: true }),
    /** True if the focus is in the question. */
    hasFocus: () => contains(frame.current),
  };
}

/** The component that was clicked last, or else the question around it. */
let clicked: Element | undefined;

/** Let a double click count only where it began: the next question may stand there by now, and nobody has read it. */
export function keepDoubleClick(event: MouseEvent): void {
  const place = (event.target as Element).closest('[data-elicit="elicit-view"]') ?? event.currentTarget;
  if (event.detail > 1 && place !== clicked) {
    event.preventDefault();
    event.stopPropagation();
  } else clicked = place;
}

function contains(place: HTMLElement | null): boolean {
  return place?.contains(focusedNear(place)) === true;
}

/** Focus a card that was opened again, and keep its start in view while what it holds comes, until the focus moves on. */
function focusInView(card: HTMLElement): void {
  card.focus({ preventScroll: true });
  const observer = new ResizeObserver(() => {
    // A card that goes loses its size, and the focus.
    if (focusedNear(card) === card) card.scrollIntoView({ block: 'nearest' });
    else observer.disconnect();
  });
  observer.observe(card);
}

/** True if the person is typing, perhaps in a frame, or in another question: don't take the focus. */
function isBusyElsewhere({ ownerDocument }: HTMLElement): boolean {
  let focused = ownerDocument.activeElement as HTMLInputElement | null;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement as HTMLInputElement;
  if (focused?.closest('[data-elicit="elicit-card"]')) return true;
  // A frame has no value: somebody may be typing in it.
  return focused?.matches('input, textarea, iframe') ? focused.value !== '' : focused?.isContentEditable === true;
}
