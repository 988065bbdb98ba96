/** Cuts a byte stream into lines of text, whatever the chunks: inside a line, inside a character. */
export interface LineSplitter {
  /** The lines that this chunk completes. */
  push(chunk: Uint8Array): SplitLine[];
  /** What is left when the stream ends, or undefined for nothing. */
  end(): SplitLine | undefined;
}

/** A line, or the news that one was too long to keep. */
export type SplitLine = { kind: 'line'; text: string } | { kind: 'too_long' };

/**
 * @param maxLength - in characters; a longer line is dropped, and the stream goes on behind it
 */
export function createLineSplitter(maxLength: number): LineSplitter {
  const decoder = new TextDecoder();
  let parts: string[] = [];
  let length = 0;
  let dropping = false;

  const take = (): SplitLine => {
    const line: SplitLine = dropping ? { kind: 'too_long' } : { kind: 'line', text: parts.join('') };
    parts = [];
    length = 0;
    dropping = false;
    return line;
  };
  const keep = (part: string) => {
    length += part.length;
    if (length > maxLength) {
      dropping = true;
      parts = [];
    } else if (part !== '') parts.push(part);
  };
  const split = (text: string): SplitLine[] => {
    const pieces = text.split('\n');
    const rest = pieces.pop() ?? '';
    const lines = pieces.map((piece) => {
      keep(piece);
      return take();
    });
    keep(rest);
    return lines;
  };

  return {
    push: (chunk) => split(decoder.decode(chunk, { stream: true })),
    end() {
      keep(decoder.decode());
      return length === 0 ? undefined : take();
    },
  };
}
