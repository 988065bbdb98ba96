import { useCallback, useState } from 'react';
import type { Claims, Frame } from './frame.ts';

/**
 * The frame's side of `useOwnParts`.
 *
 * @param onClaim - is called before the frame's own parts go
 */
export function useClaims(
  onClaim?: (parts: Claims) => void,
): [shown: Partial<Record<keyof Claims, boolean>>, claim: Frame['claim']] {
  const [claims, setClaims] = useState<readonly Claims[]>([]);
  const claim = useCallback(
    (parts: Claims) => {
      onClaim?.(parts);
      setClaims((before) => [...before, parts]);
      return () => setClaims((before) => before.filter((one) => one !== parts));
    },
    [onClaim],
  );
  const own: Partial<Record<keyof Claims, boolean>> = {};
  for (const parts of claims) for (const part of keysOf(parts)) own[part] ||= parts[part] === true;
  return [own, claim];
}

const keysOf = Object.keys as (parts: Claims) => (keyof Claims)[];
