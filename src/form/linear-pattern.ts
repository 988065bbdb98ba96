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
const mostParts = 1000;

/** Builds the states of a part of the pattern, and gives the first: it leads to `next`. Undefined: too many states. */
type Part = (next: State) => State | undefined;

/** Classifies one character. Copies of a repeated part share one test and its last answer. */
interface CharTest {
  takes: (char: string) => boolean;
  turn: number;
  answer: boolean;
}

/** Leads on at a character, or at an edge, or, with neither, at once. One that leads nowhere is the end. */
interface State {
  char?: CharTest;
  edge?: string;
  next: State[];
  /** The last turn in which this state was reached. */
  turn: number;
}

// A surrogate pair; an escape; a class; the start of a group; a quantifier, lazy or not; or one character.
const tokenPattern =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\(?:u\{[^}]*\}|u.{4}|x..|[pP]\{[^}]*\}|c.|[^])|\[(?:\\[^]|[^\]\\])*\]|\(\?<[^=!>][^>]*>|\(\?:|\(\??|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/gu;

/** The first state of a valid pattern, or undefined if it has no linear form. */
function compile(source: string): State | undefined {
  const tokens = source.match(tokenPattern) ?? [];
  const chars = new Map<string, CharTest>();
  let at = 0;
  let parts = 0;
  const bounded =
    (part: Part): Part =>
    (next) =>
      ++parts > mostParts ? undefined : part(next);

  const readGroup = (): Part | undefined => {
    const ways: Part[][] = [[]];
    for (; at < tokens.length && tokens[at] !== ')'; at++) {
      const token = tokens[at] ?? '';
      const way = ways.at(-1) ?? [];
      if (token === '|') ways.push([]);
      else if (/^(?:[*+?]|\{\d)/.test(token)) {
        const body = way.pop();
        if (body) way.push(bounded(repeated(body, countsOf(token))));
      } else {
        const part = readOne(token);
        if (!part) return undefined;
        way.push(part);
      }
    }
    const [[only, ...more] = [], ...others] = ways;
    if (only && more.length + others.length === 0) return only;
    return bounded((next) => {
      const starts = ways.map((way) => way.reduceRight<State | undefined>((to, part) => to && part(to), next));
      return starts.every((start) => start !== undefined) ? { next: starts, turn: 0 } : undefined;
    });
  };

  const readOne = (token: string): Part | undefined => {
    if (token === '(' || token === '(?:' || token.startsWith('(?<')) {
      at++;
      return readGroup();
    }
    // Lookaround, modifiers and backreferences.
    if (token === '(?' || /^\\[1-9k]/.test(token)) return undefined;
    if (token === '^' || token === '$' || /^\\b$/i.test(token)) {
      return bounded((next) => ({ edge: token, next: [next], turn: 0 }));
    }
    const char = chars.get(token) ?? { takes: takerOf(token), turn: 0, answer: false };
    chars.set(token, char);
    return bounded((next) => ({ char, next: [next], turn: 0 }));
  };

  return readGroup()?.({ next: [], turn: 0 });
}

function repeated(body: Part, { least, most }: { least: number; most: number }): Part {
  return (next) => {
    let to: State | undefined = next;
    if (most === Infinity) {
      const loop: State = { next: [next], turn: 0 };
      const again = body(loop);
      if (!again) return undefined;
      loop.next.push(again);
      to = loop;
    }
    for (let count = most === Infinity ? least : most; to && count > 0; count--) {
      const through = body(to);
      to = through && count > least ? { next: [through, next], turn: 0 } : through;
    }
    return to;
  };
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
      if (state.next.length === 0) return true;
      if (state.char) {
        if (char !== undefined && takes(state.char, char)) reached.push(...state.next);
      } else if (state.edge === undefined || isAt(state.edge, before, char)) open.push(...state.next);
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
