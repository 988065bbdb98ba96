import type { ChatLimits } from './chat-limits.ts';

/**
 * Have room for so many conversations at rest, where the store is memory.
 *
 * @returns a function that is told of each one that rests: how many characters it keeps, or undefined if it is open.
 *   Open ones always stay, and do not count. It gives the keys that there is no room for now, the longest at rest first
 */
export function createRemembered({
  rememberedTurns,
  rememberedSize,
}: Pick<ChatLimits, 'rememberedTurns' | 'rememberedSize'>): (key: string, size: number | undefined) => string[] {
  const sizes = new Map<string, number>();
  let sum = 0;

  function forget(key: string): string {
    sum -= sizes.get(key) ?? 0;
    sizes.delete(key);
    return key;
  }

  return (key, size) => {
    forget(key);
    if (size === undefined) return [];
    sizes.set(key, size);
    sum += size;
    const forgotten: string[] = [];
    for (const oldest of sizes.keys()) {
      if (sizes.size > rememberedTurns || sum > rememberedSize) forgotten.push(forget(oldest));
    }
    return forgotten;
  };
}
