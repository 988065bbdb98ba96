/**
 * The dialog. Outlets load it on demand: import this entry only to open a dialog yourself.
 *
 * @module elicitkit/dialog
 */
'use client';

export { ElicitDialog, type ElicitDialogOptions, type ElicitDialogProps } from './ui/elicit-dialog/ElicitDialog.tsx';
