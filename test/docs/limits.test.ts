import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readLimits } from '../../src/chat/chat-limits.ts';
import { readMcpLimits } from '../../src/mcp/mcp-limits.ts';
import { defaultSessionLimits } from '../../src/session/session-limits.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('docs/server.md names every limit with its default, and no other', () => {
  expect(limitsIn('docs/server.md')).toEqual(new Map(Object.entries(readLimits())));
});

it('docs/mcp-server.md names every limit of an MCP server besides those of calls', () => {
  const own = Object.entries(readMcpLimits(undefined, false)).filter(([name]) => !(name in defaultSessionLimits));
  expect(limitsIn('docs/mcp-server.md')).toEqual(new Map(own));
  expect(read('docs/mcp-server.md')).toContain('131 072 with `sealed`');
  expect(readMcpLimits(undefined, true).stateLength).toBe(131_072);
});

it('the docstring of every limit gives its default', () => {
  const source = read('src/session/session-limits.ts') + read('src/chat/chat-limits.ts');
  const said = [...source.matchAll(/@default ([^*\n]+?)\s*\*\/\n {2}(\w+): number;/g)];
  expect(Object.fromEntries(said.map(([, value = '', name]) => [name, numberOf(value)]))).toEqual(readLimits());
});

/** The names and defaults in a document's table of limits. */
function limitsIn(path: string): Map<string, number> {
  const [, section = ''] = read(path).split('\n## Limits\n');
  const rows = [...section.matchAll(/^\| `(\w+)` +\| ([^|]*?) +\| ([^|]*?) +\|$/gm)].filter(
    ([row]) => !row.includes('default'),
  );
  const limits = new Map(rows.map(([, name = '', value = '']) => [name, numberOf(value)]));
  expect(limits.size).toBe(rows.length);
  return limits;
}

function numberOf(text: string): number {
  if (text === 'one day') return 86_400_000;
  return text === 'no limit' ? Infinity : Number(text.replaceAll(' ', ''));
}
