import { focusedNear } from '../parts/focused-near.ts';

/** What a dialog would lose by being placed elsewhere in the document. */
export interface Surroundings {
  dir: 'ltr' | 'rtl';
  theme: string | undefined;
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
    theme: themed === null || themed.contains(container) ? undefined : themed.dataset['theme'],
    // Ignore focus on a receipt: only code moves it there, not the person.
    focused: isSomewhere && activeElement.closest('[data-elicit="receipt"]') === null ? activeElement : undefined,
  };
}
