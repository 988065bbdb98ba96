import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe.each([
  // What is not kept says so.
  ['docs/seeds.md', 100, [/\| – +\| – +\| Not /]],
  ['docs/mcp-security.md', 35, [/^\| S9 .+\| – +\| Yours to do/, /^\| S10 .+\| – +\| Yours to do/]],
] as const)('%s', (path, most, untested) => {
  const lines = readFileSync(`${root}${path}`, 'utf8').split('\n');
  const rows = lines
    .filter((line) => line.startsWith('| ') && !/^\| (promise|requirement|-)/.test(line))
    .map((line) => /^\| (.+?) +\| `([\w/-]+)`: (.+?) +\|/.exec(line)?.slice(1) ?? [line]);

  it('names a test in every row, or says that there is none', () => {
    const nameless = rows.filter((row) => row.length < 3).map(([line = '']) => line);
    expect(nameless.filter((line) => !untested.some((pattern) => pattern.test(line)))).toEqual([]);
    expect(untested.filter((pattern) => !nameless.some((line) => pattern.test(line)))).toEqual([]);
    expect(rows.length).toBeGreaterThan(most);
  });

  it.each(rows.filter((row) => row.length === 3))('%s: %s has “%s”', (_, file = '', name = '') => {
    const ends = ['.test.ts', '.test.tsx', '.test-d.ts', '.spec.ts'].filter((end) =>
      existsSync(`${root}test/${file}${end}`),
    );
    expect(ends).toHaveLength(1);
    const source = readFileSync(`${root}test/${file}${ends[0]}`, 'utf8');
    expect([`'${name}'`, `"${name}"`].some((quoted) => source.includes(quoted))).toBe(true);
    // A test that does not run shows nothing.
    expect(source).not.toMatch(/\b(?:it|test|describe)\.(?:skip|todo|only|fails|fixme)\b/);
  });
});

it('docs/seeds.md has a table for each design', () => {
  const page = readFileSync(`${root}docs/seeds.md`, 'utf8');
  expect([...page.matchAll(/^## (\d+): /gm)].map(([, number]) => number)).toEqual(['000', '001', '002', '003', '004']);
});

it('docs/mcp-security.md has every requirement', () => {
  const page = readFileSync(`${root}docs/mcp-security.md`, 'utf8');
  const numbers = [...page.matchAll(/^\| S(\d+) /gm)].map(([, number]) => Number(number));

  expect([...new Set(numbers)].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 26 }, (_, at) => at + 1));
});
