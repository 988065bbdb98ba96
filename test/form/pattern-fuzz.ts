import * as fc from 'fast-check';
import { expect } from 'vitest';
import { formSteps, linearPattern } from '../../src/form/linear-pattern.ts';

const atoms = String.raw`a b \. . \d \D \w \W \s \S [ab] [^a] [a-c\d] [^] [] \p{L} \P{Lu} \u{1F4A9} \ud83d\udca9 \x61 \u0061 \n ^ $ \b \B 💩`;
const { pattern } = fc.letrec<{ pattern: string; choice: string; piece: string; atom: string }>((tie) => ({
  pattern: tie('choice'),
  choice: fc
    .array(fc.array(tie('piece'), { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .map((ways) => ways.map((pieces) => pieces.join('')).join('|')),
  piece: fc
    .tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{0}', '{1,2}', '{0,3}?', '{1,}'))
    .map(([atom, count]) => (/^(?:\^|\$|\\b)$/i.test(atom) ? atom : atom + count)),
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom(...atoms.split(' ')) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('choice')).map(([open, body]) => `${open}${body})`),
    },
  ),
}));
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', '1', ' ', '\n', '\r', '\u2028', '\u00A0', 'é', '💩', '\uD83D', '.'), {
    maxLength: 8,
  })
  .map((chars) => chars.join(''));

/** Runs random patterns and expects the results of the browser's own RegExp. Returns how many ran. */
export function agreesWithRegExp({ seed, numRuns }: { seed: number; numRuns: number }): number {
  let run = 0;
  fc.assert(
    fc.property(pattern, fc.array(text, { minLength: 4, maxLength: 4 }), (source, texts) => {
      // Undefined if two groups share a name, for example.
      const native = regExpOf(source);
      const ours = linearPattern(source);
      if (!native) expect(ours).toBeUndefined();
      if (!native || typeof ours !== 'object') return;
      run++;
      // V8 finds a `\B` inside a surrogate pair, where the specification does not look.
      const judged = texts.filter((one) => !source.includes(String.raw`\B`) || !/[\u{10000}-\u{10FFFF}]/u.test(one));
      for (const one of judged) {
        const says = ours.test(one, { steps: formSteps });
        // V8 said once that `((|\P{Lu}*?.{0,3}?){1,}a?)+💩|`, which can be empty, does not match, and 348 times that it
        // does. So a new RegExp judges again.
        if (says !== native.test(one)) expect([source, one, says]).toEqual([source, one, regExpOf(source)?.test(one)]);
      }
    }),
    { seed, numRuns, endOnFailure: false },
  );
  return run;
}

/** The most steps per character that a random text costs a random pattern with many nested counts. */
export function mostSteps({ seed, numRuns }: { seed: number; numRuns: number }): { perChar: number; run: number } {
  const count = fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,9}', '{0,30}', '{3,}', '{300}');
  const hostile = fc
    .array(fc.tuple(fc.constantFrom('a', '[ab]', String.raw`\w`, '(?:', ')', '|'), count), {
      minLength: 1,
      maxLength: 30,
    })
    .map((parts) => {
      let open = 0;
      let source = '';
      for (const [part, quantifier] of parts) {
        if (part === '(?:') open++;
        else if (part === ')' && open-- < 1) {
          open = 0;
          continue;
        }
        source += part === '(?:' || part === '|' ? part : part + quantifier;
      }
      return source + ')'.repeat(open);
    });
  let perChar = 0;
  let run = 0;
  fc.assert(
    fc.property(hostile, fc.constantFrom(20, 256), (source, length) => {
      const ours = linearPattern(source);
      if (typeof ours !== 'object') return;
      run++;
      const budget = { steps: Infinity };
      let steps = 0;
      const counted = {
        get steps() {
          return budget.steps;
        },
        set steps(_left: number) {
          steps++;
        },
      };
      ours.test(`${'a'.repeat(length)}!`, counted);
      perChar = Math.max(perChar, steps / (length + 2));
    }),
    { seed, numRuns },
  );
  return { perChar, run };
}

function regExpOf(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u');
  } catch {
    return undefined;
  }
}
