import type { ItemDialog } from './ItemDialog.tsx';

/** Load the dialog, once. */
export function loadDialog(): Promise<typeof ItemDialog> {
  loaded ??= import('./ItemDialog.tsx').then(
    (module) => module.ItemDialog,
    (cause: unknown) => {
      // Let the next caller try again.
      loaded = undefined;
      throw cause;
    },
  );
  return loaded;
}

let loaded: Promise<typeof ItemDialog> | undefined;
