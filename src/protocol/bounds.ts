/** The limits of one piece of data from outside. Refuse anything larger before walking it. */
export interface Bounds {
  /** Characters of the JSON text, or of all strings and names together in a value that arrives parsed. */
  readonly characters: number;
  /** Every object, array, string, number, boolean and null counts; an empty object or array counts twice. */
  readonly values: number;
  /** How deep objects and arrays may nest. */
  readonly depth: number;
}

/** The bound that a piece exceeds, and a predicate for an error message, such as "holds more than 5 values". */
export interface Excess {
  readonly bound: keyof Bounds;
  readonly message: string;
}

/** Deeper than any data, and far from the stack limit, which `JSON.stringify` can hit too. */
export const deepest = 500;

/** How deep a tool, a model or a person may nest data. The line that carries the data adds a few levels. */
export const deepestData = 400;

/** The arguments of one tool call. */
export const argumentBounds: Bounds = { characters: 262_144, values: 20_000, depth: deepestData };

/** The longest line a client reads, and the largest body a server takes, unless told otherwise. */
export const defaultBytes = 1_048_576;
/** How long a server waits for what is neither a person nor the work, unless its host says otherwise. In milliseconds. */
export const defaultPatience = 30_000;

/** How many bytes a person's answer may have, of what comes in one piece. */
export const contentBytesOf = (bytes: number): number => bytes / 4;

/** The bounds of one line or pushed event. A long one may hold one value per 16 bytes. Real data has fewer. */
export function lineBounds(bytes: number = defaultBytes): Bounds {
  return { characters: bytes, values: Math.max(100_000, Math.floor(bytes / 16)), depth: deepest };
}

/**
 * Parse JSON text that is within the bounds. Count first, and build nothing from text beyond them: parsing a megabyte
 * of brackets takes a hundred times as long as counting them.
 *
 * @returns the value, or undefined if the text is not JSON, or the bound that the text exceeds
 */
export function parseWithin(
  text: string,
  bounds: Bounds,
): { value: unknown; excess?: undefined } | { value?: undefined; excess: Excess } {
  const excess = excessOfText(text, bounds);
  if (excess !== undefined) return { excess };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { value: undefined };
  }
}

/** How many values JSON text holds. Counting stops just beyond `most`. */
export function valuesIn(text: string, most: number): number {
  return measure(text, { characters: Infinity, values: most, depth: Infinity }).values;
}

/** The bound that a parsed value exceeds. Undefined if it is within all bounds. A cycle counts as too deep. */
export function excessOf(value: unknown, bounds: Bounds): Excess | undefined {
  let values = 1;
  let characters = 0;
  let level: unknown[] = [value];
  // Keep this a loop: the nesting it looks for is deeper than the stack.
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner: unknown[] = [];
    for (const member of level) {
      if (typeof member === 'string') characters += member.length;
      if (typeof member !== 'object' || member === null) continue;
      if (depth >= bounds.depth) return excess('depth', bounds);
      const names = Array.isArray(member) ? undefined : Object.keys(member);
      values += Math.max(1, (names ?? (member as unknown[])).length);
      // Check this before looking at the members: a long array would take too much time.
      if (values > bounds.values) return excess('values', bounds);
      for (const name of names ?? []) {
        characters += name.length;
        inner.push((member as Record<string, unknown>)[name]);
      }
      if (names === undefined) for (const item of member as unknown[]) inner.push(item);
    }
    if (characters > bounds.characters) return excess('characters', bounds);
    level = inner;
  }
  return undefined;
}

/** The bound that the arguments of a call exceed. In messages they are JSON text. */
export function excessOfArguments(value: unknown): Excess | undefined {
  const found = excessOf(value, argumentBounds);
  if (found !== undefined || JSON.stringify(value ?? {}).length <= argumentBounds.characters) return found;
  return excess('characters', argumentBounds);
}

function excessOfText(text: string, bounds: Bounds): Excess | undefined {
  if (text.length > bounds.characters) return excess('characters', bounds);
  // Values and levels cannot exceed these counts, wherever strings begin and end. Most text needs no closer look.
  const opens = countOf(text, '[', bounds.values) + countOf(text, '{', bounds.values);
  const isWithin = opens <= bounds.depth && opens + countOf(text, ',', bounds.values) < bounds.values;
  return isWithin ? undefined : measure(text, bounds).excess;
}

function countOf(text: string, character: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

function measure(text: string, bounds: Bounds): { values: number; excess?: Excess } {
  let values = 1;
  let depth = 0;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at = endOfString(text, at);
    } else if (character === comma) {
      values += 1;
    } else if (character === openBracket || character === openBrace) {
      depth += 1;
      values += 1;
      if (depth > bounds.depth) return { values, excess: excess('depth', bounds) };
    } else if (character === closeBracket || character === closeBrace) {
      depth -= 1;
    } else {
      run += 1;
      if (run > longRun) at = next(structure, text, at + 1) - 1;
      continue;
    }
    run = 0;
    if (values > bounds.values) return { values, excess: excess('values', bounds) };
  }
  return { values };
}

function endOfString(text: string, open: number): number {
  const close = text.indexOf('"', open + 1);
  if (close < 0) return text.length;
  if (text.charCodeAt(close - 1) !== backslash) return close;
  let run = 0;
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) return at;
    if (character === backslash) {
      at += 1;
      run = 0;
    } else {
      run += 1;
      if (run > longRun) at = next(inString, text, at + 1) - 1;
    }
  }
  return text.length;
}

/** The pattern's next match. Over long runs the engine's own loop is a few times as fast as ours. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex - 1 : text.length;
}

const structure = /[",[\]{}]/g;
const inString = /["\\]/g;
/** A call of the engine costs about as much as this many characters. */
const longRun = 64;
const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

function excess(bound: keyof Bounds, bounds: Bounds): Excess {
  const most = bounds[bound];
  const message = {
    characters: `has more than ${most} characters`,
    values: `holds more than ${most} values`,
    depth: `is nested more than ${most} levels deep`,
  };
  return { bound, message: message[bound] };
}
