import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}docs/promises.md`, 'utf8');
const lines = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| (promise|-)/.test(line));
const rows = lines.map((line) => /^\| (.+?) +\| `([\w/-]+)`: (.+?) +\|/.exec(line)?.slice(1) ?? [line]);

it('every promise names a test, or says that it is not kept', () => {
  const nameless = rows.filter((row) => row.length < 3).map(([line = '']) => /\| – +\| Not /.test(line));
  expect(nameless).toEqual([true]);
  expect(rows.length).toBeGreaterThan(40);
});

it.each(rows.filter((row) => row.length === 3))('%s: %s has “%s”', (_, file = '', name = '') => {
  const ends = ['.test.ts', '.test.tsx', '.test-d.ts'].filter((end) => existsSync(`${root}test/${file}${end}`));
  expect(ends).toHaveLength(1);
  const source = readFileSync(`${root}test/${file}${ends[0]}`, 'utf8');
  expect([`'${name}'`, `"${name}"`].some((quoted) => source.includes(quoted))).toBe(true);
});
