import { useRef } from 'react';

/** A selector that gives its last result again while the new one is shallowly equal. */
export function useShallow<S, T>(select: (state: S) => T): (state: S) => T {
  const last = useRef<T>(undefined);
  return (state) => {
    const next = select(state);
    if (isShallowEqual(last.current, next)) return last.current as T;
    last.current = next;
    return next;
  };
}

export function isShallowEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isPlain(a) || !isPlain(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((entry, index) => Object.is(entry, b[index]));
  }
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && Object.is(a[name], b[name]))
  );
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
