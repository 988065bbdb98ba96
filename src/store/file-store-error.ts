import { CodedError } from '../protocol/coded-error.ts';

/** A store of files cannot be opened, or can no longer be written. */
export class FileStoreError extends CodedError<'STORE_LOCKED' | 'STORE_CORRUPT' | 'STORE_FAILED'> {}
