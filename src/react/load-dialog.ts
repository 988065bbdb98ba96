import type { ElicitDialog } from '../ui/elicit-dialog/ElicitDialog.tsx';

/** Load the dialog, once. */
export function loadDialog(): Promise<typeof ElicitDialog> {
  loaded ??= import('../ui/elicit-dialog/ElicitDialog.tsx').then(
    (module) => module.ElicitDialog,
    (cause: unknown) => {
      // Whoever asks next tries again.
      loaded = undefined;
      throw cause;
    },
  );
  return loaded;
}

let loaded: Promise<typeof ElicitDialog> | undefined;
