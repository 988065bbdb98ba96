/**
 * A `pattern` that follows all paths through a text at once, one character at a time. It never backtracks, so no text
 * makes it slow.
 */
export interface LinearPattern {
  /** Whether the text matches, or undefined if the budget runs out. */
  test(text: string, budget: StepBudget): boolean | undefined;
}

/** The steps left for all patterns that share this budget. A step visits one state of a pattern. */
export interface StepBudget {
  steps: number;
}

/**
 * Compiles a JSON Schema pattern: a JavaScript regular expression with the flag `u`.
 *
 * @returns undefined if it is not a regular expression; "unchecked" if only the server can run it, because it has
 *   lookaround, backreferences or modifiers, or is too large
 */
export function linearPattern(source: unknown): LinearPattern | 'unchecked' | undefined {
  if (typeof source !== 'string') return undefined;
  if (source.length > longestSource) return 'unchecked';
  try {
    // Throws for an invalid pattern. The parser below relies on that and checks no syntax.
    void new RegExp(source, 'u');
  } catch {
    return undefined;
  }
  const start = compile(source);
  return start ? { test: (text, budget) => isFound(start, text, budget) } : 'unchecked';
}

/** The shared budget of all patterns of a form. A form with a hundred short answers uses less than a tenth of it. */
export const formSteps = 100_000;

const longestSource = 1000;
const mostStates = 1000;

type Node =
  | { kind: 'char'; char: CharTest }
  | { kind: 'edge'; edge: string }
  | { kind: 'sequence'; parts: readonly Node[] }
  | { kind: 'choice'; ways: readonly Node[] }
  | { kind: 'repeat'; body: Node; least: number; most: number };

/** Classifies one character. Copies of a repeated part share one test and its last answer. */
interface CharTest {
  takes: (char: string) => boolean;
  turn: number;
  answer: boolean;
}

interface State {
  kind: 'char' | 'edge' | 'fork' | 'found';
  char?: CharTest;
  edge?: string;
  next: State[];
  /** The last turn in which this state was reached. */
  turn: number;
}

// A surrogate pair; an escape; a class; the start of a group; a quantifier, lazy or not; or one character.
const tokenPattern =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:u\{[^}]*\}|u.{4}|x..|[pP]\{[^}]*\}|c.|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?<[^=!>][^>]*>|\(\?:|\(\??|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/gu;

/** The first state, or undefined if the pattern is unsupported or too large. */
function compile(source: string): State | undefined {
  const node = parse(source.match(tokenPattern) ?? []);
  let states = 0;
  const state = (kind: State['kind'], next: State[], more?: Partial<State>): State => ({
    kind,
    next,
    turn: 0,
    ...more,
  });
  /** The states that lead through the node to `next`, or undefined if there are too many. */
  const link = (part: Node, next: State): State | undefined => {
    if (++states > mostStates) return undefined;
    switch (part.kind) {
      case 'char':
        return state('char', [next], { char: part.char });
      case 'edge':
        return state('edge', [next], { edge: part.edge });
      case 'choice': {
        const ways = part.ways.map((way) => link(way, next));
        return ways.every((way) => way !== undefined) ? state('fork', ways) : undefined;
      }
      case 'sequence':
        return part.parts.reduceRight<State | undefined>((to, one) => to && link(one, to), next);
      case 'repeat':
        return repeat(part.body, part, next);
    }
  };
  const repeat = (body: Node, { least, most }: { least: number; most: number }, next: State): State | undefined => {
    let to: State | undefined = next;
    if (most === Infinity) {
      const loop = state('fork', [next]);
      const again = link(body, loop);
      if (!again) return undefined;
      loop.next.push(again);
      to = loop;
    }
    for (let count = most === Infinity ? least : most; to && count > 0; count--) {
      const through = link(body, to);
      to = through && (count > least ? state('fork', [through, next]) : through);
    }
    return to;
  };
  return node && link(node, state('found', []));
}

/** Parses the tokens of a valid pattern. Returns undefined if one is unsupported. */
function parse(tokens: readonly string[]): Node | undefined {
  const chars = new Map<string, CharTest>();
  let at = 0;
  const readGroup = (): Node | undefined => {
    const ways: Node[][] = [[]];
    for (; at < tokens.length && tokens[at] !== ')'; at++) {
      const token = tokens[at] ?? '';
      const way = ways.at(-1) ?? [];
      if (token === '|') ways.push([]);
      else if (/^(?:[*+?]|\{\d)/.test(token)) {
        const body = way.pop();
        if (body) way.push({ kind: 'repeat', body, ...countsOf(token) });
      } else {
        const node = readOne(token);
        if (!node) return undefined;
        way.push(node);
      }
    }
    const choice = ways.map((parts) => only(parts) ?? ({ kind: 'sequence', parts } as const));
    return only(choice) ?? { kind: 'choice', ways: choice };
  };
  const readOne = (token: string): Node | undefined => {
    if (token === '^' || token === '$' || /^\\b$/i.test(token)) return { kind: 'edge', edge: token };
    if (token === '(' || token === '(?:' || token.startsWith('(?<')) {
      at++;
      return readGroup();
    }
    // Lookaround, modifiers and backreferences.
    if (token === '(?' || /^\\[1-9k]/.test(token)) return undefined;
    const known = chars.get(token) ?? { takes: takerOf(token), turn: 0, answer: false };
    chars.set(token, known);
    return { kind: 'char', char: known };
  };
  return readGroup();
}

function only<T>([first, ...others]: readonly T[]): T | undefined {
  return others.length === 0 ? first : undefined;
}

/** Ask the browser's own RegExp which characters a class or an escape matches, so that both always agree. */
function takerOf(token: string): CharTest['takes'] {
  if (!/^[\\[.]/.test(token)) return (char) => char === token;
  const one = new RegExp(`^${token}$`, 'u');
  return (char) => one.test(char);
}

function countsOf(token: string): { least: number; most: number } {
  const [, least = '0', comma, most] = /^\{(\d+)(,?)(\d*)/.exec(token) ?? [];
  if (!token.startsWith('{'))
    return { least: token.startsWith('+') ? 1 : 0, most: token.startsWith('?') ? 1 : Infinity };
  return { least: Number(least), most: comma ? (most ? Number(most) : Infinity) : Number(least) };
}

/** Counts the characters read by all patterns, so that a state knows whether it was already reached at this one. */
let turn = 0;

function isFound(start: State, text: string, budget: StepBudget): boolean | undefined {
  const rest = text[Symbol.iterator]();
  let before: string | undefined;
  let reached: State[] = [];
  for (;;) {
    const { value: char } = rest.next() as { value: string | undefined };
    // A match may start at any character.
    const open = [...reached, start];
    reached = [];
    turn++;
    for (let state = open.pop(); state; state = open.pop()) {
      if (state.turn === turn) continue;
      state.turn = turn;
      if (--budget.steps < 0) return undefined;
      if (state.kind === 'found') return true;
      if (state.kind === 'fork' || (state.edge !== undefined && isAt(state.edge, before, char)))
        open.push(...state.next);
      else if (state.char && char !== undefined && takes(state.char, char)) reached.push(...state.next);
    }
    if (char === undefined) return false;
    before = char;
  }
}

function takes(test: CharTest, char: string): boolean {
  if (test.turn !== turn) {
    test.turn = turn;
    test.answer = test.takes(char);
  }
  return test.answer;
}

function isAt(edge: string, before: string | undefined, after: string | undefined): boolean {
  if (edge === '^') return before === undefined;
  if (edge === '$') return after === undefined;
  return (isWord(before) !== isWord(after)) === (edge === String.raw`\b`);
}

function isWord(char: string | undefined): boolean {
  return char !== undefined && /^\w$/.test(char);
}
