/**
 * Apply the host's limits over the defaults.
 *
 * @throws {TypeError} for a name that is no limit, and for a value that is no valid number, such as text from the
 *   environment: either would limit nothing
 */
export function readLimitsOver<L extends object>(defaults: L, given: Partial<L> = {}): L {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    const known = Object.keys(defaults).toSorted();
    throw new TypeError(`limits.${unknown} is no limit here. There are: ${known.join(', ')}.`);
  }
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const wrong = set.find(([, value]) => typeof value !== 'number' || !(value >= 0));
  if (wrong !== undefined) {
    throw new TypeError(`limits.${wrong[0]} is ${String(wrong[1])}. Use a number from 0, or Infinity.`);
  }
  const none = set.find(([name, value]) => atLeastOne.has(name) && (value as number) < 1);
  if (none !== undefined) throw new TypeError(`limits.${none[0]} is ${String(none[1])}. Use at least 1.`);
  return { ...defaults, ...(Object.fromEntries(set) as Partial<L>) };
}

/** Below 1 of these, nothing would work or the server would spin. */
const atLeastOne = new Set(['attempts', 'bytes', 'iterations', 'keepAlive', 'patience']);
