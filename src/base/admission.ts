/** How many places there are. `Infinity` means no limit. */
export interface AdmissionLimits {
  /** For one owner. */
  readonly perOwner: number;
  /** For all owners of a process together, and as many again for callers without an owner. */
  readonly perProcess: number;
}

/**
 * Places for what callers keep open. Each owner has a fixed number, and so have all owners together. Callers without an
 * owner share places of their own, so they cannot use up an owner's.
 *
 * @param makeRoom - called where no place is left for this owner, with the holders of all. Have one of them give up its
 *   place and return true, or return false
 */
export function createAdmission<Holder>(
  limits: AdmissionLimits,
  makeRoom: (holders: Iterable<Holder>, owner: string | undefined) => boolean = () => false,
) {
  const owners: Pool<Holder> = { limit: limits.perProcess, holders: new Set() };
  const anonymous: Pool<Holder> = { limit: limits.perProcess, holders: new Set() };
  const perOwner = new Map<string, Pool<Holder>>();

  function poolsOf(owner: string | undefined): readonly Pool<Holder>[] {
    if (owner === undefined) return [anonymous];
    // Check the owner's own places first: a place freed there is free for all owners, too.
    return [perOwner.get(owner) ?? { limit: limits.perOwner, holders: new Set() }, owners];
  }

  return {
    /**
     * Take a place. A holder that `hadOne` before gets one in any case.
     *
     * @returns a function that gives it up again, however often it is called. Undefined if every place is taken
     */
    take(owner: string | undefined, holder: Holder, hadOne = false): (() => void) | undefined {
      const pools = poolsOf(owner);
      const isFull = ({ holders, limit }: Pool<Holder>) => holders.size >= limit && !makeRoom(holders, owner);
      if (!hadOne && pools.some(isFull)) return undefined;
      const [own] = pools;
      if (owner !== undefined && own !== undefined) perOwner.set(owner, own);
      for (const { holders } of pools) holders.add(holder);
      return () => {
        for (const { holders } of pools) holders.delete(holder);
        if (owner !== undefined && own?.holders.size === 0 && perOwner.get(owner) === own) perOwner.delete(owner);
      };
    },
  };
}

interface Pool<Holder> {
  readonly limit: number;
  readonly holders: Set<Holder>;
}
