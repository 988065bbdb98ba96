import type { KeyboardEvent } from 'react';

/**
 * Leads from the last stop of a dialog to its first, and back.
 *
 * Radix does the same, but takes a control in an inert card for a stop: the key would then lead nowhere.
 */
export function loopTab(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: dialog, target, key, shiftKey } = event;
  if (key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => control === target || isStop(control, dialog),
  );
  const [end, other] = shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  // From the dialog itself, the browser finds the way on alone.
  if (target !== end && !(shiftKey && target === dialog)) return;
  event.preventDefault();
  event.stopPropagation();
  other?.focus();
}

const controls = 'a[href], button, input, select, textarea, summary, [tabindex]';

function isStop(control: HTMLElement, dialog: HTMLElement): boolean {
  if (control.tabIndex < 0 || control.matches(':disabled') || control.closest('[inert]')) return false;
  if (control.getClientRects().length === 0) return false;
  // Of a group of radios, the chosen one is the stop.
  if (!(control instanceof HTMLInputElement) || control.type !== 'radio' || control.checked) return true;
  const group = [...dialog.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')];
  return !group.some(({ name }) => name === control.name);
}
