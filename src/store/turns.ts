/** Reads run side by side and writes alone, in the order in which they were asked for. */
export function createTurns() {
  let lastWrite: Promise<unknown> = Promise.resolve();
  const reads = new Set<Promise<unknown>>();
  return {
    read<T>(work: () => Promise<T>): Promise<T> {
      const done = lastWrite.then(work);
      const over: Promise<unknown> = settled(done).then(() => reads.delete(over));
      reads.add(over);
      return done;
    },
    write<T>(work: () => Promise<T>): Promise<T> {
      const done = Promise.all([lastWrite, ...reads]).then(work);
      lastWrite = settled(done);
      return done;
    },
  };
}

function settled(done: Promise<unknown>): Promise<unknown> {
  return done.catch(() => undefined);
}
