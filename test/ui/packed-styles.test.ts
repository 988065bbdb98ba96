import { bundle } from 'lightningcss';
import postcss, { type Rule } from 'postcss';
import { describe, expect, it } from 'vitest';
import { bundling, packCss } from '../../scripts/pack-css.mjs';

/** Each rule with its declarations, written in one way. */
function rulesOf(css: string): [selector: string, declarations: string[]][] {
  const rules: [string, string[]][] = [];
  postcss.parse(css).walkRules((rule: Rule) => {
    const declarations = rule.nodes.map((node) => node.toString().replaceAll(/(?<=[,/]) | (?=\/)/g, ''));
    rules.push([`${rule.parent?.toString().split('{')[0] ?? ''} ${rule.selector}`, declarations]);
  });
  return rules;
}

const couldOverride = (one: string, other: string) =>
  one === other ||
  one === 'all' ||
  one.startsWith(`${other}-`) ||
  other.startsWith(`${one}-`) ||
  (one.startsWith('border-') && other.startsWith('border-')) ||
  (one === 'font' && other === 'line-height');

describe.each(['src/styles.css', 'src/core.css', 'src/questions.css', 'src/flights.css', 'src/seats.css'])(
  '%s as it is packed',
  (filename) => {
    const minified = rulesOf(bundle({ filename, ...bundling }).code.toString());
    const packed = rulesOf(packCss(filename));

    it('has the same rules in the same order, each with the same declarations', () => {
      const sorted = (rules: typeof packed) => rules.map(([selector, all]) => [selector, all.toSorted()]);
      expect(packed.length).toBeGreaterThan(50);
      expect(sorted(packed)).toEqual(sorted(minified));
    });

    it('keeps the order of declarations that could override one another', () => {
      const pairs = ([, declarations]: (typeof packed)[number]) =>
        declarations.flatMap((one, at) =>
          declarations
            .slice(at + 1)
            .filter((other) => couldOverride(one.split(':')[0] ?? '', other.split(':')[0] ?? ''))
            .map((other) => `${one} < ${other}`),
        );
      expect(packed.flatMap(pairs).length).toBeGreaterThan(10);
      for (const [at, rule] of packed.entries()) {
        expect(pairs(rule).toSorted()).toEqual(pairs(minified[at] ?? ['', []]).toSorted());
      }
    });
  },
);
