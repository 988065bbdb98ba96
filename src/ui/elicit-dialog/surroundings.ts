import { useSyncExternalStore } from 'react';
import { focusedNear } from '../parts/focused-near.ts';

/** What a dialog would lose by being placed elsewhere in the document. */
export interface Surroundings {
  dir: 'ltr' | 'rtl';
  /** The element that sets the theme, where the dialog does not inherit it. */
  themed: HTMLElement | undefined;
  /** The element with the focus. */
  focused: HTMLElement | undefined;
}

/** Read the direction, theme and focus at the place where a dialog is rendered. */
export function surroundingsOf(place: HTMLElement, container: HTMLElement): Surroundings {
  const root = place.getRootNode();
  const themed =
    place.closest<HTMLElement>('[data-theme]') ??
    (root instanceof ShadowRoot ? root.host.closest<HTMLElement>('[data-theme]') : null);
  const { body } = place.ownerDocument;
  const activeElement = focusedNear(place);
  const isSomewhere = activeElement instanceof HTMLElement && activeElement !== body;
  return {
    dir: getComputedStyle(place).direction === 'rtl' ? 'rtl' : 'ltr',
    // The dialog inherits the theme of an element above its container, and follows its changes while open.
    themed: themed === null || themed.contains(container) ? undefined : themed,
    // Ignore focus on a receipt: only code moves it there, not the person.
    focused: isSomewhere && activeElement.closest('[data-elicit="receipt"]') === null ? activeElement : undefined,
  };
}

/** The theme that an element sets, also when that changes while the dialog is open. */
export function useThemeOf(themed: HTMLElement | undefined): string | undefined {
  return useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange);
      if (themed) observer.observe(themed, { attributeFilter: ['data-theme'] });
      return () => observer.disconnect();
    },
    () => themed?.dataset['theme'],
    () => undefined,
  );
}
