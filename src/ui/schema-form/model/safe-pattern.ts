/**
 * A `pattern` as a regular expression, or undefined where it is none or might take long.
 *
 * What might take long is judged from its text alone: look-around, back-references and repeated groups whose body
 * can match in more than one way are out, and so is whatever could be tried in more ways than three unbounded
 * quantifiers have on 256 characters. What is left out here, the server still checks.
 */
export function safePattern(source: unknown): RegExp | undefined {
  if (typeof source !== 'string' || source.length > longest || patternCost(source) > budget) return undefined;
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}

/** Longer texts are left to the server. */
export const longestMatched = 256;

/** In how many ways a pattern can be tried on 256 characters, at most; `Infinity` where nobody can tell. */
export function patternCost(source: string): number {
  // A bar may stand beside the anchor, and then only one side of it has one.
  const anchored = source.startsWith('^') && !source.includes('|');
  return costOf(source) * (anchored ? 1 : repeats);
}

const longest = 1000;
const repeats = longestMatched + 1;
const budget = repeats ** 3;

interface Level {
  /** Of the branches that are complete. */
  choices: number;
  /** Of the branch that is read now. */
  branch: number;
}

/** Multiplies what follows one another, adds what stands side by side. Keeps its own stack. */
function costOf(source: string): number {
  const tokens = source.match(tokenPattern) ?? [];
  const stack: Level[] = [];
  let level: Level = { choices: 0, branch: 1 };
  let last = 1;
  const push = (cost: number) => {
    level.branch *= last;
    last = cost;
  };
  for (const token of tokens) {
    if (token === '|') {
      push(1);
      level = { choices: level.choices + level.branch, branch: 1 };
    } else if (token === ')') {
      push(1);
      const cost = level.choices + level.branch;
      const outer = stack.pop();
      if (!outer) return Infinity;
      level = outer;
      last = cost;
    } else if (token === '(' || token === '(?:' || token.startsWith('(?<')) {
      push(1);
      stack.push(level);
      level = { choices: 0, branch: 1 };
    } else if (/^(?:\(\?|\\[1-9k])/.test(token)) {
      return Infinity;
    } else if (/^(?:[*+?]|\{\d)/.test(token)) {
      last = repeated(last, token);
    } else {
      push(1);
    }
  }
  push(1);
  return stack.length > 0 ? Infinity : level.choices + level.branch;
}

function repeated(cost: number, token: string): number {
  const [, least = '0', comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  if (token.startsWith('{') && !comma) return cost ** Number(least);
  if (cost > 1) return Infinity;
  if (token.startsWith('?')) return 2;
  return most ? Math.min(Number(most) - Number(least) + 1, repeats) : repeats;
}

// An escape; a class; the opening of a group; a quantifier, lazy or not; or one character.
const tokenPattern = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\(\?<\w+>|\(\?:|\(\??|(?:[*+?]|\{\d+(?:,\d*)?\})\??|[^]/gu;
