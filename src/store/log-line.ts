import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/**
 * What a commit changes. An entry is `[key, value, expiresAt, version]`, a piece of a list
 * `[key, items, expiresAt, index of its first item]`, a due time `[key, queue, time]`.
 */
export interface Change {
  n: number;
  p?: [string, string, number | null, number][] | undefined;
  a?: [string, string[], number | null, number][] | undefined;
  r?: string[] | undefined;
  d?: [string, string, number | null][] | undefined;
  /** Ends what a file that was written anew took from the one before. */
  end?: true;
}

export interface Line extends Change {
  /** Where the batch of this line begins: all bytes before were on the disk when the line was written. */
  s: number;
}

/** Some bytes of a file, up to the end of a line. */
export interface Piece {
  bytes: Buffer;
  at: number;
}

/** The line of a change whose batch begins at this byte. It ends with the checksum of what stands before. */
export function encode(change: Change, batch: number): Buffer {
  const line: Line = { ...change, s: batch };
  const text = JSON.stringify(line).slice(0, -1);
  return Buffer.from(text + sealOf(crc32(text)));
}

/** Undefined for a line that is not as it was written. */
export function decode(bytes: Buffer): Line | undefined {
  const end = bytes.length - sealLength;
  if (end <= 0 || bytes.toString('latin1', end) !== sealOf(crc32(bytes.subarray(0, end)))) return undefined;
  return JSON.parse(`${bytes.toString('utf8', 0, end)}}`) as Line;
}

/** The whole line at the end of damaged bytes. JSON holds its beginning nowhere else: quotes in texts are escaped. */
export function decodeLast(bytes: Buffer): Line | undefined {
  return decode(bytes.subarray(Math.max(0, bytes.lastIndexOf('{"n":'))));
}

/** A loss of power before a sync leaves a line without its end, or nothing in some sectors of the disk. */
export function isUnwritten({ bytes, at }: Piece): boolean {
  // Of a line whose end of line alone is damaged, everything was written.
  const ended = Buffer.concat([bytes.subarray(0, -1), Buffer.from('\n')]);
  if (bytes.at(-1) !== 10 && decode(ended) === undefined) return true;
  for (let start = 0; start < bytes.length;) {
    const end = start + sector - ((at + start) % sector);
    if (bytes.subarray(start, end).every((byte) => byte === 0)) return true;
    start = end;
  }
  return false;
}

/** Bytes that a disk writes at once, or a divisor of them. */
const sector = 512;

const sealOf = (sum: number) => `,"c":"${sum.toString(16).padStart(8, '0')}"}\n`;
const sealLength = sealOf(0).length;

const readLength = 262_144;

/** The lines of a part of a file, as many as one read ends. The last one has no end if the file has none there. */
export async function* piecesOf(file: FileHandle, from = 0, to = Infinity): AsyncGenerator<Piece[]> {
  let begun: Buffer[] = [];
  let at = from;
  for (let next = from; next < to;) {
    const length = Math.min(readLength, to - next);
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, next);
    if (bytesRead === 0) break;
    next += bytesRead;
    const pieces: Piece[] = [];
    let start = 0;
    for (let end = buffer.indexOf(10); end !== -1 && end < bytesRead; end = buffer.indexOf(10, start)) {
      begun.push(buffer.subarray(start, end + 1));
      const bytes = Buffer.concat(begun);
      pieces.push({ bytes, at });
      begun = [];
      at += bytes.length;
      start = end + 1;
    }
    if (start < bytesRead) begun.push(buffer.subarray(start, bytesRead));
    if (pieces.length > 0) yield pieces;
  }
  if (begun.length > 0) yield [{ bytes: Buffer.concat(begun), at }];
}

export async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
}
