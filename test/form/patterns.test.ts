import { expect, it } from 'vitest';
import { compileForm } from '../../src/form/compile-form.ts';
import type { Draft } from '../../src/form/draft.ts';
import { formSteps, linearPattern } from '../../src/form/linear-pattern.ts';
import { readForm } from '../../src/form/read-form.ts';
import { agreesWithRegExp, mostSteps } from './pattern-fuzz.ts';

const raw = String.raw;

function steps(source: string, text: string): { found: boolean | undefined; steps: number } {
  const pattern = linearPattern(source);
  if (typeof pattern !== 'object') throw new Error(`${source} is not run`);
  const budget = { steps: formSteps };
  const found = pattern.test(text, budget);
  return { found, steps: formSteps - budget.steps };
}

it.each([
  ['^(?:a?){24}a{24}$', `${'a'.repeat(255)}!`],
  ['^(?:a?){24}a{24}b$', 'a'.repeat(40)],
  ['^[ab]{1,300}[ab]*a*?a{300}$', 'a'.repeat(256)],
  [raw`^[^x]{1,300}a*\w+$`, `${'a'.repeat(255)}!`],
  ['^(a+)+$', `${'a'.repeat(255)}!`],
  ['^(a|aa)+$', `${'a'.repeat(255)}!`],
  ['(x+x+)+y', 'x'.repeat(256)],
  [raw`^(\w+\s?)*$`, `${'a '.repeat(100)}!`],
  ['^a*a*a*a*$', `${'a'.repeat(255)}!`],
  [`^${'a?'.repeat(100)}${'a'.repeat(100)}$`, 'a'.repeat(99)],
])('%s is not found, in at most 1 000 steps a character', (source, text) => {
  const { found, steps: taken } = steps(source, text);
  expect(found).toBe(false);
  expect(taken).toBeLessThan(1000 * (text.length + 1));
});

it('a text without end is left to the server as soon as the steps are used up', () => {
  expect(steps('^(a?){300}$', 'a'.repeat(1_000_000))).toEqual({ found: undefined, steps: formSteps + 1 });
});

it('all patterns of a form share their steps, so that a hundred take no longer than one', () => {
  const costly = { type: 'string', pattern: '(?:[ab]?){300}[ab]{300}c', default: 'a'.repeat(5000) };
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`p${index}`, costly]));
  const { fields } = compileForm({ type: 'object', properties });
  const turns = stepsOf(fields, () => readForm(fields, new Map<string, Draft>(), { timeZone: 'UTC' }));
  expect(turns).toBeLessThan(formSteps + 200);
});

it.each([
  raw`(a)\1`,
  raw`(?<n>a)\k<n>`,
  '(?=a)',
  '(?!a)',
  '(?<=a)',
  '(?<!a)',
  'a{1001}',
  '(?:(?:){1000}){1000}',
  '(?:(?:(?:a{9}){9}){9}){9}',
  'a{0,4294967296}',
  'a'.repeat(1001),
  `${'(?:'.repeat(200)}a${'){2}'.repeat(200)}`,
])('%s is left to the server', (source) => {
  expect(linearPattern(source)).toBe('unchecked');
});

it.each(['(', '[', 'a**', raw`\p{NoSuchScript}`, raw`\Q`, '{', ']', 7, null, undefined])(
  '%s is no pattern',
  (source) => {
    expect(linearPattern(source)).toBeUndefined();
  },
);

it.each([
  [raw`^[A-Z]{2}\d{4}$`, 'AB1234', 'AB123'],
  [raw`^\p{Letter}+$`, 'Zoë', 'Zoë1'],
  [raw`^\p{Script=Greek}$`, 'α', 'a'],
  [raw`^(?:\d{3})*$`, '123456', '12345'],
  ['^[^(]+$', 'a)b', 'a(b'],
  [raw`^\(\d{3}\) \d{3}-\d{4}$`, '(212) 555-0100', '212 555-0100'],
  ['^(?<year>[0-9]{4})|x$', '2026', 'y'],
  ['^(cat|dog)s?$', 'dogs', 'cow'],
  ['^a+b*?c?$', 'aac', 'b'],
  [raw`\bcat\b`, 'a cat!', 'cats'],
  [raw`^[\]\\]$`, ']', 'a'],
  [raw`^\ud83d\udca9$`, '💩', '\uD83D'],
  ['^.$', '💩', '\n'],
  [raw`^\s$`, '\u00A0', 'a'],
  // The one that zod writes for a date.
  [
    raw`^(?:(?:\d\d[2468][048]|\d\d[13579][26]|\d\d0[48]|[02468][048]00|[13579][26]00)-02-29|\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|(?:02)-(?:0[1-9]|1\d|2[0-8])))$`,
    '2026-03-01',
    '2026-02-30',
  ],
])('%s is held', (source, good, bad) => {
  expect([steps(source, good).found, steps(source, bad).found]).toEqual([true, false]);
});

it.each(['', 'a|', '^', '$', '(?:)', '(|a)*'])('"%s" is found in everything', (source) => {
  expect(steps(source, 'b').found).toBe(true);
});

it('agrees with RegExp over 1 000 random patterns', () => {
  expect(agreesWithRegExp({ seed: 20_260_327, numRuns: 1000 })).toBeGreaterThan(800);
});

it('takes at most 1 000 steps for a character, over 1 000 random patterns of nested counts', () => {
  const { perChar, run } = mostSteps({ seed: 20_260_327, numRuns: 1000 });
  expect(run).toBeGreaterThan(250);
  expect(perChar).toBeLessThan(1001);
});

/** How many steps the patterns of these fields take in a call. */
function stepsOf(fields: ReturnType<typeof compileForm>['fields'], call: () => void): number {
  let taken = 0;
  for (const field of fields) {
    const pattern = 'limits' in field && 'pattern' in field.limits ? field.limits.pattern : undefined;
    if (typeof pattern !== 'object') continue;
    const { test } = pattern;
    pattern.test = (text, budget) => {
      const before = budget.steps;
      const found = test(text, budget);
      taken += before - budget.steps;
      return found;
    };
  }
  call();
  return taken;
}
