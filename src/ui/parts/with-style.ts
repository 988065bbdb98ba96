import type { RefCallback } from 'react';

/**
 * A `ref` that sets one property of an element's style once the element is in a page.
 *
 * A server's markup then has no `style` attribute of it. A strict content security policy takes such an attribute away,
 * and React, which trusts the markup, does not put it back.
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

/** The same function for the same style: React calls it no second time. */
const refs = new Map<string, RefCallback<HTMLElement>>();
