import * as z from 'zod';

export type Completions = ReturnType<typeof createCompletions>;

/** Waits for a server to say that a page is done. */
export function createCompletions() {
  const expected = new Map<string, Set<() => void>>();
  return {
    /** @returns a function that stops waiting */
    expect(elicitationId: string, onComplete: () => void): () => void {
      const known = expected.get(elicitationId) ?? new Set();
      expected.set(elicitationId, known.add(onComplete));
      const [oldest] = expected.keys();
      if (expected.size > most && oldest !== undefined) expected.delete(oldest);
      return () => {
        known.delete(onComplete);
        if (known.size === 0 && expected.get(elicitationId) === known) expected.delete(elicitationId);
      };
    },
    /** Take a notification. Ids that are unknown, or were completed before, are ignored. */
    hear(params: unknown): void {
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
