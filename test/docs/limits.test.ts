import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readLimits } from '../../src/chat/chat-limits.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('docs/server.md names every limit with its default, and no other', () => {
  const [, section = ''] = read('docs/server.md').split('\n## Limits\n');
  const rows = [...section.matchAll(/^\| `(\w+)` +\| ([^|]*?) +\| ([^|]*?) +\|$/gm)];
  expect(Object.fromEntries(rows.map(([, name, value = '']) => [name, numberOf(value)]))).toEqual(readLimits());
  expect(rows).toHaveLength(Object.keys(readLimits()).length);
});

it('the docstring of every limit gives its default', () => {
  const source = read('src/session/session-limits.ts') + read('src/chat/chat-limits.ts');
  const said = [...source.matchAll(/@default ([^*\n]+?)\s*\*\/\n {2}(\w+): number;/g)];
  expect(Object.fromEntries(said.map(([, value = '', name]) => [name, numberOf(value)]))).toEqual(readLimits());
});

function numberOf(text: string): number {
  if (text === 'one day') return 86_400_000;
  return text === 'no limit' ? Infinity : Number(text.replaceAll(' ', ''));
}
