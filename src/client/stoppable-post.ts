import { race, withResolvers, type WithResolvers } from 'effection';
import type { Post } from './post.ts';

/** Posts that can all be told to read no further. */
export function createStoppablePost(poster: Post): { post: Post; stop(): void } {
  const stops = new Set<WithResolvers<void>>();
  return {
    *post(input, onAccepted) {
      const stopped = withResolvers<void>();
      stops.add(stopped);
      try {
        yield* race([poster(input, onAccepted), stopped.operation]);
      } finally {
        stops.delete(stopped);
      }
    },
    stop() {
      for (const stopped of stops) stopped.resolve();
    },
  };
}
