import { bundle } from 'lightningcss';
import postcss, { list, type Rule } from 'postcss';
import { describe, expect, it } from 'vitest';
import { bundling, packCss } from '../../scripts/pack-css.mjs';

interface Written {
  selector: string;
  declarations: string[];
  /** The parts of the elements that it may match. Undefined for any. */
  parts: ReadonlySet<string> | undefined;
}

/** Each rule with its declarations, written in one way. */
function rulesOf(css: string): Written[] {
  const rules: Written[] = [];
  postcss.parse(css).walkRules((rule: Rule) => {
    const declarations = rule.nodes.map((node) => node.toString().replaceAll(/(?<=[,/]) | (?=\/)/g, ''));
    const around = rule.parent?.type === 'atrule' ? rule.parent.toString() : '';
    // A keyframe matches no element.
    const parts = around.startsWith('@keyframes') ? new Set<string>() : partsOf(rule.selectors);
    rules.push({ selector: `${around.split('{')[0]} ${rule.selector}`, declarations, parts });
  });
  return rules;
}

/** The part that each selector names for its element, alone or as one of several. */
function partsOf(selectors: readonly string[]): ReadonlySet<string> | undefined {
  const parts = selectors.flatMap((selector) => {
    const element = /(?:^|[ >+~])((?:[^ >+~()]|\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\))*)$/.exec(
      selector,
    );
    const [, one, several] = /^(?:\[data-elicit=([\w-]+)\]|:is\(([^()]+)\))/.exec(element?.[1] ?? '') ?? [];
    if (one !== undefined) return one;
    return list.comma(several ?? '*').map((name) => /^\[data-elicit=([\w-]+)\]$/.exec(name)?.[1] ?? '*');
  });
  return parts.includes('*') ? undefined : new Set(parts);
}

const textOf = ({ selector, declarations }: Written) => `${selector} ${declarations.toSorted().join(';')}`;
const propertyOf = (declaration: string) => declaration.split(':')[0] ?? '';

const couldOverride = (one: string, other: string) =>
  one === other ||
  (!one.startsWith('--') &&
    (one === 'all' ||
      one.startsWith(`${other}-`) ||
      other.startsWith(`${one}-`) ||
      (one.startsWith('border-') && other.startsWith('border-')) ||
      (one === 'font' && other === 'line-height')));

/** True if both rules may match one element, and say something of one property. */
const couldMeet = (one: Written, other: Written) =>
  [one.parts, other.parts].every((parts) => parts?.size !== 0) &&
  (!one.parts || !other.parts || [...one.parts].some((part) => other.parts?.has(part))) &&
  one.declarations.some((mine) =>
    other.declarations.some((theirs) => {
      const [a, b] = [propertyOf(mine), propertyOf(theirs)];
      return couldOverride(a, b) || couldOverride(b, a);
    }),
  );

describe.each([
  'src/styles.css',
  'src/core.css',
  'src/questions.css',
  'src/flights.css',
  'src/seats.css',
  'src/inbox.css',
])('%s as it is packed', (filename) => {
  const minified = rulesOf(bundle({ filename, ...bundling }).code.toString());
  const packed = rulesOf(packCss(filename));

  it('has the same rules, each with the same declarations', () => {
    const sorted = (rules: readonly Written[]) => rules.map(textOf).toSorted();
    expect(packed.length).toBeGreaterThan(20);
    expect(sorted(packed)).toEqual(sorted(minified));
  });

  it('keeps the order of rules that could override one another', () => {
    const placeOf = new Map(packed.map((rule, at) => [textOf(rule), at]));
    const places = minified.map((rule) => placeOf.get(textOf(rule)) ?? -1);
    const pairs = minified.flatMap((rule, at) =>
      minified.flatMap((later, to) => (to > at && couldMeet(rule, later) ? [[at, to] as const] : [])),
    );
    expect(pairs.length).toBeGreaterThan(20);
    const turned = pairs.filter(([at, to]) => (places[at] ?? 0) > (places[to] ?? 0));
    expect(turned.map((pair) => pair.map((at) => minified[at]?.selector))).toEqual([]);
  });

  it('keeps the order of declarations that could override one another', () => {
    const pairs = ({ declarations }: Written) =>
      declarations.flatMap((one, at) =>
        declarations
          .slice(at + 1)
          .filter((other) => couldOverride(propertyOf(one), propertyOf(other)))
          .map((other) => `${one} < ${other}`),
      );
    expect(packed.flatMap(pairs).length).toBeGreaterThan(5);
    expect(packed.flatMap(pairs).toSorted()).toEqual(minified.flatMap(pairs).toSorted());
  });
});
