import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { problemsIn } from '../../site/check-links.mjs';
import { documents, forMaintainers, slugOf } from '../../site/documents.mjs';
import { placeDocument } from '../../site/place-document.mjs';
import { aboutDocument } from '../../site/read-document.mjs';

const written = readdirSync('docs').filter((name) => name.endsWith('.md'));

describe('the documentation site', () => {
  it('has each document once, at a place of its own', () => {
    expect(documents).toEqual(expect.arrayContaining(['README.md', ...written.map((name) => `docs/${name}`)]));
    expect(new Set(documents.map(slugOf)).size).toBe(documents.length);
  });

  it('has at most 45,000 words for users, without samples of code', () => {
    const forUsers = documents.filter((path) => !forMaintainers.entries.includes(path) && path !== 'CHANGELOG.md');
    expect(forUsers.reduce((sum, path) => sum + wordsIn(readFileSync(path, 'utf8')), 0)).toBeLessThanOrEqual(45_000);
  });

  it.each([
    ['README.md', { title: 'elicitkit', sidebar: { label: 'What it is' } }],
    ['docs/ai-sdk-engine.md', { title: 'Our engine under useChat', sidebar: { label: 'Our engine under useChat' } }],
    ['docs/vite.md', { title: 'Vite', description: 'a new app, with the server beside Vite or inside it' }],
  ])('reads the name of %s from its heading and from the list of all pages', (path, about) => {
    expect(aboutDocument(path)).toMatchObject(about);
  });
});

describe('a document on the site', () => {
  it('leaves its heading to the page', () => {
    const heading = (depth: number) => ({ type: 'heading', depth, children: [] });
    expect(placed('docs/chat.md', heading(1), heading(2))).toEqual([heading(2)]);
  });

  it.each([
    ['README.md', 'docs/chat.md', '/base/chat/'],
    ['docs/chat.md', 'plugins.md#the-body', '/base/plugins/#the-body'],
    ['docs/chat.md', '../README.md#try-it', '/base/#try-it'],
    ['docs/chat.md', 'README.md', '/base/all-pages/'],
    ['docs/chat.md', '#words', '#words'],
    ['docs/chat.md', 'https://a.example', 'https://a.example'],
    // Left as it is for the check of links.
    ['docs/chat.md', 'chatt.md', 'chatt.md'],
  ])('%s leads by %s to %s', (path, url, to) => {
    expect(placed(path, link(url))).toEqual([link(to)]);
  });

  it.each(['../src', '../src/plugin.ts', '../LICENSE'])('shows a link to %s as text', (url) => {
    expect(placed('docs/chat.md', link(url))).toEqual([expect.objectContaining({ data: { hName: 'span' } })]);
  });
});

describe('the check of the built site', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));

  function check(pages: Record<string, string>): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'elicitkit-site-'));
    folders.push(folder);
    for (const [name, html] of Object.entries(pages)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), html);
    }
    return problemsIn(folder, '/base/');
  }

  const chat = '<h2 id="the-page">The page</h2>';

  it.each(['/base/chat/', '/base/chat/#the-page', '#top', './', 'chat/', 'https://a.example', '/base/llms.txt'])(
    'lets %s pass',
    (href) => {
      const pages = { 'index.html': `<p id="top"><a href="${href}">`, 'chat/index.html': chat, 'llms.txt': '' };
      expect(check(pages)).toEqual([]);
    },
  );

  it.each(['/base/chatt/', '/base/chat/#the-pages', '#bottom', '/chat/', 'chat.md', '/base/chat'])(
    'refuses %s',
    (href) => {
      const pages = { 'index.html': `<p id="top"><a href="${href}">`, 'chat/index.html': chat };
      expect(check(pages)).toEqual([`index.html: ${href}`]);
    },
  );

  it('refuses a picture that is not there', () => {
    expect(check({ 'index.html': '<img alt="" src="/base/a.png">' })).toEqual(['index.html: /base/a.png']);
  });
});

const link = (url: string) => ({ type: 'link', url, children: [{ type: 'text', value: 'it' }] });

function placed(path: string, ...children: object[]): object[] {
  const tree = { children };
  placeDocument('/base/')()(tree, { path: join(process.cwd(), path) });
  return tree.children;
}

/** The words of a page's sentences and tables. */
function wordsIn(markdown: string): number {
  const prose = markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/\|[-:| ]*/g, ' ');
  return prose.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
