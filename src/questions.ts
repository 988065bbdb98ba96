/**
 * Cards for questions that few pages ask. Their looks are in `elicitkit/questions.css`, and in `styles.css`.
 *
 * @module elicitkit/questions
 */
'use client';

export { PickRow, type PickRowOptions, type PickRowProps, type RowAnswer } from './ui/pick-rows/PickRow.tsx';
export { PickRows, type PickRowsProps, type RowsAnswer } from './ui/pick-rows/PickRows.tsx';
export { ReviewText, type ReviewAnswer, type ReviewDraft, type ReviewTextProps } from './ui/review-text/ReviewText.tsx';
export type { TableCell, TableColumn, TableRow } from './protocol/table.ts';
export {
  ReviewCall,
  type ReviewCallAnswer,
  type ReviewCallDraft,
  type ReviewCallProps,
} from './ui/review-call/ReviewCall.tsx';
export { PickDate, type DateAnswer, type PickDateProps } from './ui/pick-dates/PickDate.tsx';
export { PickDates, type DatesAnswer, type PickDatesProps } from './ui/pick-dates/PickDates.tsx';
export type { DayLimits, RangeLimits, UnavailableDays } from './protocol/days.ts';
export { FileDrop, type FileDropProps, type FilesAnswer, type FilesDraft } from './ui/file-drop/FileDrop.tsx';
export type { KeptFile, UploadFile } from './ui/file-drop/useUploads.ts';
