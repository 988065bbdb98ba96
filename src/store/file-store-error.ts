import { CodedError } from '../protocol/coded-error.ts';

/** A store of files cannot be opened, or can no longer be written. */
export class FileStoreError extends CodedError<
  'STORE_LOCKED' | 'STORE_CORRUPT' | 'STORE_MOVED' | 'STORE_FULL' | 'STORE_FAILED'
> {}

const full: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** On a read-only disk, a folder that is to be made is ENOENT. */
const unusable: ReadonlySet<unknown> = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EEXIST']);

/** What a use of this folder threw, with a code. */
export function fileStoreErrorOf(folder: string, cause: unknown): FileStoreError {
  if (cause instanceof FileStoreError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  if (full.has(code)) {
    const next = 'Make room: what was committed is kept, and commits count again once they fit.';
    return new FileStoreError('STORE_FULL', `The disk of ${folder} is full: ${reason}. ${next}`, { cause });
  }
  const next = unusable.has(code) ? '. Name a folder that this process can make and write.' : '';
  return new FileStoreError('STORE_FAILED', `${folder} could not be read or written: ${reason}${next}`, { cause });
}
