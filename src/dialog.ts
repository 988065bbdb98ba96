/**
 * The dialog. Outlets load it when they are to ask in one, so a page imports this door only to open one itself.
 *
 * @module elicitkit/dialog
 */
'use client';

export { ElicitDialog, type ElicitDialogOptions, type ElicitDialogProps } from './ui/elicit-dialog/ElicitDialog.tsx';
