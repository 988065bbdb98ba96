import type { DialogPart } from './ItemDialog.tsx';
import type { CardsOnly } from './on-demand.tsx';

/** The dialog: it brings a package that inline questions don't use. */
export async function loadDialog(): Promise<DialogPart | undefined> {
  if ((globalThis as CardsOnly).ELICITKIT_CARDS_ONLY) return undefined;
  const { dialogPart } = await import('./ItemDialog.tsx');
  return dialogPart;
}
