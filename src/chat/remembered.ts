import type { ChatLimits } from './chat-limits.ts';

/** Conversations at rest in a store that is memory, the longest at rest first. There is room for so many of them. */
export interface Remembered {
  /**
   * One rests, or does no more.
   *
   * @param size - how many characters it keeps. Undefined for one that is open: those always stay, and do not count
   * @returns the keys that there is no room for now
   */
  note(key: string, size: number | undefined): string[];
}

export function createRemembered({
  rememberedTurns,
  rememberedSize,
}: Pick<ChatLimits, 'rememberedTurns' | 'rememberedSize'>): Remembered {
  const sizes = new Map<string, number>();
  let sum = 0;

  function forget(key: string): void {
    sum -= sizes.get(key) ?? 0;
    sizes.delete(key);
  }

  return {
    note(key, size) {
      forget(key);
      if (size === undefined) return [];
      sizes.set(key, size);
      sum += size;
      const forgotten: string[] = [];
      for (const oldest of sizes.keys()) {
        if (sizes.size <= rememberedTurns && sum <= rememberedSize) break;
        forget(oldest);
        forgotten.push(oldest);
      }
      return forgotten;
    },
  };
}
