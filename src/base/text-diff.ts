/** Lines that two texts share, or lines of the first that the second has others in place of. */
export type DiffBlock =
  | { readonly same: readonly string[] }
  | { readonly removed: readonly DiffLine[]; readonly added: readonly DiffLine[] };

/** A line in pieces. Those that make the difference to the other line are marked. */
export type DiffLine = readonly { readonly text: string; readonly isChanged: boolean }[];

/**
 * How two texts differ, by lines, and by words in lines that stand for each other.
 *
 * The work is bounded: texts that differ in too much are shown one after the other.
 */
export function diffOf(before: string, after: string): readonly DiffBlock[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const blocks: DiffBlock[] = [];
  let [at, to] = [0, 0];
  const change = (until: number, into: number) => {
    if (until > at || into > to) blocks.push(changeOf(old.slice(at, until), now.slice(to, into)));
  };
  for (const { from, into, length } of runsOf(old, now)) {
    change(from, into);
    blocks.push({ same: old.slice(from, from + length) });
    [at, to] = [from + length, into + length];
  }
  change(old.length, now.length);
  return blocks;
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Lines that others stand for. With as many on both sides, each is compared with its counterpart. */
function changeOf(removed: readonly string[], added: readonly string[]): DiffBlock {
  if (removed.length !== added.length) return { removed: removed.map(whole), added: added.map(whole) };
  const pairs = removed.map((line, at) => wordsOf(line, added[at] ?? ''));
  return { removed: pairs.map(([line]) => line), added: pairs.map(([, line]) => line) };
}

const whole = (text: string): DiffLine => [{ text, isChanged: false }];

/** Two lines with the words marked that differ. Lines that share less than a third are just different. */
function wordsOf(before: string, after: string): readonly [DiffLine, DiffLine] {
  const [old, now] = [before.match(words) ?? [], after.match(words) ?? []] as const;
  const runs = runsOf(old, now);
  const shared = runs
    .flatMap(({ from, length }) => old.slice(from, from + length))
    .join('')
    .trim().length;
  if (shared * 3 < Math.max(before.length, after.length)) return [whole(before), whole(after)];
  const marked = (tokens: readonly string[], start: 'from' | 'into'): DiffLine => {
    const pieces: { text: string; isChanged: boolean }[] = [];
    let at = 0;
    const add = (until: number, isChanged: boolean) => {
      if (until > at) pieces.push({ text: tokens.slice(at, until).join(''), isChanged });
      at = until;
    };
    for (const run of runs) {
      add(run[start], true);
      add(run[start] + run.length, false);
    }
    add(tokens.length, true);
    return pieces;
  };
  return [marked(old, 'from'), marked(now, 'into')];
}

const words = /[\p{L}\p{M}\p{N}_]+|\s+|./gsu;

/** Items that both lists have in the same order. */
interface Run {
  readonly from: number;
  readonly into: number;
  readonly length: number;
}

/** More differences are not looked for: the time grows with their square. */
const mostEdits = 400;

/** What two lists share, in order: their ends first, and between them the longest that few edits leave. */
function runsOf(old: readonly string[], now: readonly string[]): readonly Run[] {
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const inner = sharedOf(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [
    { from: 0, into: 0, length: start },
    ...inner.map(({ from, into, length }) => ({ from: from + start, into: into + start, length })),
    { from: old.length - end, into: now.length - end, length: end },
  ].filter(({ length }) => length > 0);
}

/** A way through both lists: an edit after another way, and then along what both share. */
interface Path extends Run {
  readonly before: Path | undefined;
}

/**
 * Myers' greedy search: with each edit, it looks how far the ways lead that end on one diagonal.
 *
 * @see "An O(ND) Difference Algorithm and Its Variations", 1986
 */
function sharedOf(old: readonly string[], now: readonly string[]): readonly Run[] {
  /** The furthest one by its diagonal: its place in the old list, less that in the new one. */
  const paths = new Map<number, Path>();
  const endOn = (diagonal: number): number => {
    const path = paths.get(diagonal);
    return path === undefined ? -1 : path.from + path.length;
  };
  for (let edits = 0; edits <= mostEdits; edits += 1) {
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const isAdding = endOn(diagonal - 1) < endOn(diagonal + 1);
      const from = isAdding ? endOn(diagonal + 1) : endOn(diagonal - 1) + 1;
      const into = from - diagonal;
      let length = 0;
      while (from + length < old.length && into + length < now.length && old[from + length] === now[into + length]) {
        length += 1;
      }
      const path: Path = { from, into, length, before: paths.get(isAdding ? diagonal + 1 : diagonal - 1) };
      if (from + length >= old.length && into + length >= now.length) return runsTo(path);
      paths.set(diagonal, path);
    }
  }
  return [];
}

function runsTo(end: Path): readonly Run[] {
  const runs: Run[] = [];
  for (let path: Path | undefined = end; path !== undefined; path = path.before) runs.unshift(path);
  return runs;
}
