import { useCallback, useContext, useState } from 'react';
import { useBrowserLayoutEffect } from '../parts/useBrowserLayoutEffect.ts';
import { FrameContext, type Claims, type Frame } from './frame.ts';

/** The parts of a question that a component shows itself. */
export interface OwnParts {
  /** The question's message. @default false */
  message?: boolean | undefined;
  /** The issues of the last answer. @default false */
  issues?: boolean | undefined;
  /** A button that says no, whatever it is called. @default false */
  decline?: boolean | undefined;
  /** A button that cancels. The card then has no menu for it. @default false */
  cancel?: boolean | undefined;
}

/**
 * Say which parts of its question a component shows itself. Its card leaves them out while the component is mounted and
 * usable, and shows every other part.
 *
 * Screen readers still get the message from the card's description. Outside a card this does nothing.
 *
 * @example
 * function NameForm({ message, issues, onRespond, onDecline }: NameFormProps) {
 *   useOwnParts({ message: true, issues: true, decline: onDecline !== undefined });
 */
export function useOwnParts({ message = false, issues = false, decline = false, cancel = false }: OwnParts): void {
  const claim = useContext(FrameContext)?.claim;
  // Run this before the browser paints, so that the person never sees a part twice.
  useBrowserLayoutEffect(() => {
    if (message || issues || decline || cancel) return claim?.({ message, issues, decline, cancel });
    return undefined;
  }, [claim, message, issues, decline, cancel]);
}

/**
 * The frame's side of `useOwnParts`.
 *
 * @param onClaim - is called before the frame removes its own parts
 */
export function useClaims(
  onClaim?: (parts: Claims) => void,
): [shown: Record<keyof Claims, boolean>, claim: Frame['claim']] {
  const [claims, setClaims] = useState<readonly Claims[]>([]);
  const claim = useCallback(
    (parts: Claims) => {
      onClaim?.(parts);
      setClaims((before) => [...before, parts]);
      return () => setClaims((before) => before.filter((one) => one !== parts));
    },
    [onClaim],
  );
  const has = (part: keyof Claims) => claims.some((parts) => parts[part] === true);
  const own = {
    message: has('message'),
    issues: has('issues'),
    decline: has('decline'),
    cancel: has('cancel'),
    answer: has('answer'),
  };
  return [own, claim];
}
