export interface SplitLines {
  readonly lines: readonly string[];
  /** The next line is too long: it is dropped, and nothing after it is read. */
  readonly isTooLong: boolean;
}

/**
 * Splits a byte stream into lines of text. Chunks may end inside a line or a character.
 *
 * @param maxBytes - of a line, without its newline
 */
export function createLineSplitter(maxBytes: number) {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;

  /** @returns false if the line has become too long */
  const keep = (part: Uint8Array): boolean => {
    bytes += part.length;
    if (bytes > maxBytes) return false;
    text += decoder.decode(part, { stream: true });
    return true;
  };
  const take = (): string => {
    const line = text + decoder.decode();
    text = '';
    bytes = 0;
    return line;
  };

  return {
    /** The lines that this chunk completes. */
    push(chunk: Uint8Array): SplitLines {
      const lines: string[] = [];
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        if (!keep(chunk.subarray(from, end))) return { lines, isTooLong: true };
        lines.push(take());
        from = end + 1;
      }
      return { lines, isTooLong: !keep(chunk.subarray(from)) };
    },
    /** The rest of the text when the stream ends. */
    end: (): SplitLines => ({ lines: bytes === 0 ? [] : [take()], isTooLong: false }),
  };
}

const newline = 0x0a;
