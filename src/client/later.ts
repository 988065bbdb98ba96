/** A part of the page that loads once the page is up. */
export interface Later<T> {
  /** The part: the same value from when it is there. Undefined before. */
  readonly get: () => T | undefined;
  /**
   * Load the part, if it is not there.
   *
   * @throws what the import throws, such as where its file cannot be fetched. It can be tried again
   */
  readonly load: () => Promise<T>;
}

export function later<T>(fetch: () => Promise<T>): Later<T> {
  let part: T | undefined;
  return {
    get: () => part,
    async load() {
      if (part !== undefined) return part;
      const fetched = await fetch();
      // Two may load it at once, and get the same.
      return (part ??= fetched);
    },
  };
}
