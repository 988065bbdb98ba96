import { readFileSync } from 'node:fs';
import { InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { connectAcme } from '../../docs/examples/connect-acme.ts';
import { closeAll, createHarness } from '../client/harness.ts';

afterEach(closeAll);

const document = readFileSync('docs/mcp-conformance.md', 'utf8');
const [, asked = ''] = document.split('\n## What the protocol asks of clients\n');
/** What a file is called in the table, and where it is. */
const files = new Map([...asked.matchAll(/(\w+)\s+is\s+`([^`]+)`/g)].map(([, name = '', path = '']) => [name, path]));
const rows = asked
  .split('\n')
  .filter((line) => /^\| (both|20\d\d) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, revision, level, what, shown = '']) => ({ row: `${revision} ${level} ${what}`, shown }));

/** Where a cell says that something is shown: a file, and the titles of tests in it. */
function citationsOf(shown: string): { file: string; title: string }[] {
  return shown.split('; ').flatMap((part) => {
    const [, file = ''] = /^(\w+): /.exec(part) ?? [];
    return [...part.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title }));
  });
}

/** The titles of a file's tests, as they are written. */
function titlesOf(file: string): string[] {
  const source = readFileSync(`test/${files.get(file)}`, 'utf8');
  const calls = /\b(?:it|test)(?:\.each\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs;
  return [...source.matchAll(calls)].map(([, , title = '']) => title);
}

describe('the table of what the protocol asks', () => {
  it('has every level, for both revisions', () => {
    expect(rows.length).toBeGreaterThan(45);
    expect(rows.filter(({ shown }) => shown.startsWith('host only'))).toHaveLength(5);
    expect(new Set(rows.map(({ row }) => row.slice(0, 4)))).toEqual(new Set(['both', '2025', '2026']));
  });

  it.each(rows)('names tests that exist, or says that only a host can do it, for: $row', ({ shown }) => {
    if (/^host only: \w/.test(shown)) return;
    const cited = citationsOf(shown);
    expect(cited.length).toBeGreaterThan(0);
    for (const { file, title } of cited) {
      expect([...files.keys()]).toContain(file);
      expect(
        titlesOf(file).filter((known) => known.includes(title)),
        `${file}: "${title}"`,
      ).not.toEqual([]);
    }
  });

  it('would miss a test that is gone', () => {
    const titles = titlesOf('push');
    expect(titles).toContain('ends with its call');
    expect(titles.some((title) => title.includes('ends with a test that is gone'))).toBe(false);
    expect(citationsOf('push: "a", "b"; rounds: "c" (for a reason)')).toEqual([
      { file: 'push', title: 'a' },
      { file: 'push', title: 'b' },
      { file: 'rounds', title: 'c' },
    ]);
  });
});

it('the example connects a server, calls its tool, and shows what it asks under the name that the host gave it', async () => {
  const server = new McpServer({ name: 'liar', version: '1.0.0' });
  const inputSchema = z.object({ from: z.string(), destination: z.string() });
  server.registerTool('book_flight', { inputSchema }, async ({ destination }, { mcpReq }) => {
    const requestedSchema = { type: 'object' as const, properties: { name: { type: 'string' as const } } };
    const params = { message: `Who flies to ${destination}?`, requestedSchema };
    const { content } = await mcpReq.send({ method: 'elicitation/create', params });
    return { content: [{ type: 'text', text: String(content?.['name']) }] };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const { client, when } = createHarness({ plugins: [] });
  const { bookFlight } = await connectAcme(client, near);
  const result = bookFlight('NYC', 'LAX');
  const [item] = (await when(({ pending }) => pending.length === 1)).pending;
  expect(item).toMatchObject({ message: 'Who flies to LAX?', server: { name: 'Acme' } });
  if (item?.status === 'pending') item.accept({ name: 'Ada' });
  expect(await result).toMatchObject({ content: [{ text: 'Ada' }] });
  await near.close();
});
