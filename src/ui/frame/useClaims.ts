import { useCallback, useState } from 'react';
import type { Claims, Frame } from './frame.ts';

/**
 * The frame's side of `useOwnParts`.
 *
 * @param onClaim - is called before the frame's own parts go
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
