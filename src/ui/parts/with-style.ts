import type { RefCallback } from 'react';

/**
 * A `ref` that sets one style property once the element is in the page.
 *
 * Server-rendered markup then has no `style` attribute. A strict content security policy would remove the attribute,
 * and React would not restore it.
 */
export function withStyle(property: string, value: number | string): RefCallback<HTMLElement> {
  const key = `${property}:${value}`;
  let ref = refs.get(key);
  if (!ref) {
    ref = (element) => element?.style.setProperty(property, `${value}`);
    if (refs.size >= 1000) refs.clear();
    refs.set(key, ref);
  }
  return ref;
}

/** Cache the functions: with the same function for the same style, React does not call it again. */
const refs = new Map<string, RefCallback<HTMLElement>>();
