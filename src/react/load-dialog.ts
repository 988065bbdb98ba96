import { createLoader } from './loader.ts';

/** Load the dialog, once. */
export const { load: loadDialog } = createLoader(() =>
  import('../ui/elicit-dialog/ElicitDialog.tsx').then(({ ElicitDialog }) => ElicitDialog),
);
