import { useState } from 'react';

/** How many stay once those of the last change have come. */
const most = 16;

/**
 * The keys of a list, and behind them those that have gone from it lately.
 *
 * Give each a boundary: all that went with the last change stay, since React may still be unmounting what was in them.
 */
export function useKept(keys: readonly string[]): readonly string[] {
  const [last, setLast] = useState<{ keys: readonly string[]; gone: readonly string[] }>({ keys: [], gone: [] });
  let { gone } = last;
  if (keys.length !== last.keys.length || keys.some((key, index) => key !== last.keys[index])) {
    const now = new Set(keys);
    gone = [...gone.slice(-most), ...last.keys].filter((key) => !now.has(key));
    setLast({ keys, gone });
  }
  return [...keys, ...gone];
}
