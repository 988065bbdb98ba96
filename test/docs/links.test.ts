import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slugOf } from '../../stories/pages/slug-of.ts';

const unread = new Set([
  'node_modules',
  'test-results',
  'playwright-report',
  'dist',
  'storybook-static',
  'demo-dist',
  'api-docs',
  'coverage',
  '.git',
]);
const documents = documentsIn('.');

describe('a document', () => {
  it('is found, the README and the pages of Storybook among them', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/chat.md', 'SECURITY.md']));
    expect(documents.filter((path) => path.endsWith('.mdx')).length).toBeGreaterThan(6);
  });

  it.each(documents)('%s links to what exists', (path) => {
    expect(linksIn(read(path)).filter((link) => problemOf(path, link))).toEqual([]);
  });
});

describe('the check of links', () => {
  it.each([
    'chat.md',
    'chat.md#keep-your-own-chat',
    '../README.md#try-it',
    '../src',
    '#write-a-plugin',
    'https://a.example',
  ])('lets %s pass', (link) => expect(problemOf('docs/plugins.md', link)).toBeUndefined());

  it.each(['chatt.md', 'chat.md#keep-your-old-chat', '#keep-your-own-chat', '../src#chat', '/docs/chat.md'])(
    'catches %s',
    (link) => expect(problemOf('docs/plugins.md', link)).toBeDefined(),
  );

  it('reads links and pictures, and leaves code alone', () => {
    expect(linksIn('[a](b.md) ![c](d.png) `[e](f)`\n```md\n[g](h)\n```\n[i `j`](k#l)')).toEqual([
      'b.md',
      'd.png',
      'k#l',
    ]);
  });
});

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return unread.has(entry.name) ? [] : documentsIn(path);
    return /\.mdx?$/.test(entry.name) ? [path] : [];
  });
}

/** What is wrong with a link of a document, if anything. */
function problemOf(path: string, link: string): string | undefined {
  if (/^(https?|mailto):/.test(link)) return undefined;
  if (link.startsWith('/')) return 'leads out of the repository';
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? path : join(dirname(path), file);
  if (!existsSync(target)) return 'leads nowhere';
  const isLost = anchor !== undefined && (statSync(target).isDirectory() || !anchorsIn(read(target)).has(anchor));
  if (isLost) return 'names no heading';
  return undefined;
}

function linksIn(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
}

function anchorsIn(text: string): Set<string> {
  const headings = [...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => slugOf(heading));
  return new Set(headings);
}

function withoutBlocks(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, '');
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replaceAll(/`[^`\n]*`/g, '');
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
