import { focusedNear } from '../parts/focused-near.ts';

/** What a dialog is torn from when it stands elsewhere in the document. */
export interface Surroundings {
  dir: 'ltr' | 'rtl';
  theme: string | undefined;
  /** Where the person is. */
  focused: HTMLElement | undefined;
}

/** Look at where a dialog is asked for, to give it the same direction and colours, and the focus back. */
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
    // What stands above the dialog as well is inherited, and may change while it is open.
    theme: themed === null || themed.contains(container) ? undefined : themed.dataset['theme'],
    // On a receipt nobody has come by themselves.
    focused: isSomewhere && activeElement.closest('[data-part="receipt"]') === null ? activeElement : undefined,
  };
}
