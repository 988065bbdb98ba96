/**
 * Cards for questions beyond choices and forms: days and files.
 *
 * @module elicitkit/questions
 */
'use client';

export { PickDate, type DateAnswer, type PickDateProps } from './ui/pick-dates/PickDate.tsx';
export { PickDates, type DatesAnswer, type PickDatesProps } from './ui/pick-dates/PickDates.tsx';
export type { DayLimits, RangeLimits, UnavailableDays } from './protocol/days.ts';
export { FileDrop, type FileDropProps, type FilesAnswer, type FilesDraft } from './ui/file-drop/FileDrop.tsx';
export type { KeptFile, UploadFile } from './ui/file-drop/useUploads.ts';
