import * as z from 'zod';

/** Waits for a server to say that a page is done. */
export interface Completions {
  /** @returns a function that stops waiting */
  readonly expect: (elicitationId: string, onComplete: () => void) => () => void;
  /** Take a notification. Ids that are unknown, or were completed before, are ignored. */
  readonly hear: (params: unknown) => void;
}

export function createCompletions(): Completions {
  const expected = new Map<string, Set<() => void>>();
  return {
    expect(elicitationId, onComplete) {
      const known = expected.get(elicitationId) ?? new Set();
      expected.set(elicitationId, known.add(onComplete));
      const [oldest] = expected.keys();
      if (expected.size > most && oldest !== undefined) expected.delete(oldest);
      return () => {
        known.delete(onComplete);
        if (known.size === 0 && expected.get(elicitationId) === known) expected.delete(elicitationId);
      };
    },
    hear(params) {
      const read = paramsSchema.safeParse(params);
      if (!read.success) return;
      const known = expected.get(read.data.elicitationId) ?? [];
      expected.delete(read.data.elicitationId);
      for (const onComplete of known) onComplete();
    },
  };
}

const paramsSchema = z.object({ elicitationId: z.string() });
/** Over this many, the oldest page still waiting is forgotten. */
const most = 100;
