import * as z from 'zod';

/** What waits for a server's word that a page is done with. */
export interface Completions {
  /** @returns a function that waits no longer */
  readonly expect: (elicitationId: string, onComplete: () => void) => () => void;
  /** Hear a notification; ids that are unknown, or done with already, say nothing. */
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
/** Pages nobody completes are forgotten over this many. */
const most = 100;
