import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGrammar } from '../../scripts/browsers/grammar.mjs';
import { readMembers } from '../../scripts/browsers/members.mjs';
import { readSheet } from '../../scripts/browsers/sheets.mjs';

const featuresOf = (css: string) => readSheet(css).map(({ feature }) => feature);

it.each([
  ['a property', 'a { field-sizing: content }', 'field-sizing'],
  ['a value', 'a { inline-size: stretch }', 'inline-size: stretch'],
  ['a function', 'a { color: light-dark(red, blue) }', 'light-dark()'],
  ['a function in a variable', 'a { --tone: light-dark(red, blue) }', 'light-dark()'],
  ['a relative colour', 'a { color: rgb(from red r g b) }', 'relative colours'],
  ['a unit', 'a { inline-size: 1rcap }', 'rcap'],
  ['a selector', 'a:user-valid { color: red }', ':user-valid'],
  ['a nested rule', 'a { b { color: red } }', 'nesting'],
  ['an at-rule', '@starting-style { a { color: red } }', '@starting-style'],
  ['a media query', '@media (inverted-colors: inverted) { a { color: red } }', '@media (inverted-colors)'],
  ['a style query', '@container one style(--x: 1) { a { color: red } }', 'style()'],
  ['a name without its prefix', 'a { mask: none }', 'mask'],
  ['a name that no browser has', 'a { colour: red }', 'colour'],
])('the check of the oldest browsers finds %s', (_, css, feature) => {
  expect(featuresOf(css)).toEqual([feature]);
});

it.each([
  ['a prefix', 'a { -webkit-mask: none; mask: none }'],
  ['another value before it', 'a { inline-size: 100%; inline-size: stretch }'],
  ['nothing at all', '@container one (inline-size > 9em) { a:has(b) { color: color-mix(in srgb, red, blue) } }'],
])('the check lets pass what has %s', (_, css) => expect(featuresOf(css)).toEqual([]));

const folder = mkdtempSync(join(tmpdir(), 'elicitkit-oldest-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
function plant(name: string, code: string): string {
  writeFileSync(join(folder, name), code);
  return join(folder, name);
}

it('the check finds grammar that an oldest browser cannot read', async () => {
  const file = plant('grammar.js', 'export const sets = /[\\p{L}--a]/v;\nexport const looks = /(?<=a)\\p{L}/u;\n');
  expect(await readGrammar([file])).toEqual([expect.stringContaining('/v')]);
});

const members = `
declare const element: Element;
declare const text: string;
export const members = {
  static: URL.canParse(text),
  ofElement: element.checkVisibility(),
  ofBuiltin: Promise.withResolvers(),
  global: requestIdleCallback(() => undefined),
  ofSecurePages: crypto.randomUUID(),
};
`;
const checked = `
declare const element: Element;
export const members = {
  asked: element.checkVisibility?.(),
  guarded: typeof URL.canParse === 'function' && URL.canParse(location.href),
  old: [1].toSorted().findLast(Boolean),
};
`;
let errors: string[];
beforeAll(() => {
  ({ errors } = readMembers([plant('members.ts', members), plant('checked.ts', checked)]));
});

it.each(['static', 'ofElement', 'ofBuiltin', 'global', 'ofSecurePages'])(
  'the check finds a member that a page may lack: %s',
  (name) => {
    const line = members.split('\n').findIndex((one) => one.includes(`${name}:`)) + 1;
    expect(errors.filter((error) => error.includes(`members.ts(${line},`))).not.toEqual([]);
  },
);

it('the check lets pass a member that is asked for first', () => {
  expect(errors.filter((error) => error.includes('checked.ts') || !error.includes('members.ts'))).toEqual([]);
});
