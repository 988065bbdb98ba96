import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { defaultChatLimits, readLimits } from '../../src/chat/chat-limits.ts';
import { readMcpLimits } from '../../src/mcp/mcp-limits.ts';
import { defaultServerLimits, readSessionLimits } from '../../src/session/session-limits.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('docs/server.md names every limit with its default, and no other', () => {
  expect(limitsIn('docs/server.md')).toEqual(new Map(Object.entries(defaultChatLimits)));
});

it('docs/mcp-server.md names every limit of a chat that an MCP server lacks', () => {
  const [lacking = ''] =
    /but for those of conversations: ([^.]*)\./.exec(sectionOf('docs/mcp-server.md'))?.slice(1) ?? [];
  const chatOnly = Object.keys(defaultChatLimits).filter((name) => !(name in defaultServerLimits));
  expect(new Set([...lacking.matchAll(/`(\w+)`/g)].map(([, name]) => name))).toEqual(new Set(chatOnly));
});

/** What `docs/server.md` says already. */
const { callTtl: _, ...ofCalls } = { ...readSessionLimits(), ...defaultServerLimits };

it.each([
  ['docs/server.md', defaultChatLimits, readLimits()],
  ['docs/mcp-server.md', ofCalls, readMcpLimits(undefined, false)],
  ['docs/mcp-server.md', ofCalls, readMcpLimits(undefined, true)],
])('%s says how much all that follows from these limits is at the defaults', (path, named, bounds) => {
  const followed = Object.entries(bounds).filter(([name, value]) => !(name in named) && value !== Infinity);
  expect(followed).not.toEqual([]);
  for (const [name, value] of followed) expect(sectionOf(path).replaceAll(' ', ''), name).toContain(String(value));
});

it('no limit of bytes and times is no limit of all that follows, and few bytes hold little but for values', () => {
  const [few, most] = [
    readLimits({ bytes: 1000 }),
    readLimits({ bytes: Infinity, patience: Infinity, runTime: Infinity }),
  ];
  expect(few).toMatchObject({ contextBytes: 500, contentBytes: 250, answerBytes: 750, journalEntries: 10 });
  expect(few).toMatchObject({ bodyValues: 20_000, contentValues: 2000, journalBytes: 8000, rememberedSize: 64_000 });
  const grown = Object.entries(most).filter(([name]) => !(name in defaultChatLimits) && name !== 'callTtl');
  expect(new Set(grown.map(([, value]) => value))).toEqual(new Set([Infinity]));
});

it('the docstring of every limit gives its default', () => {
  const source = read('src/session/session-limits.ts') + read('src/chat/chat-limits.ts');
  const said = [...source.matchAll(/@default ([^*\n]+?)\s*\*\/\n {2}(\w+): number;/g)];
  expect(Object.fromEntries(said.map(([, value = '', name]) => [name, numberOf(value)]))).toEqual(defaultChatLimits);
});

const sectionOf = (path: string) => read(path).split('\n## Limits\n')[1]?.split('\n## ')[0] ?? '';

/** The names and defaults in a document's table of limits. */
function limitsIn(path: string): Map<string, number> {
  const rows = [...sectionOf(path).matchAll(/^\| `(\w+)` +\| ([^|]*?) +\| ([^|]*?) +\|$/gm)].filter(
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
