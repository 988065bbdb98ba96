import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageLink, pages } from '../../stories/pages/pages.ts';

const found = readdirSync('stories/pages')
  .filter((name) => name.endsWith('.mdx'))
  .map((name) => {
    const text = readFileSync(`stories/pages/${name}`, 'utf8');
    const [title = '', raw = '', path = ''] = [/title="([^"]+)"/, /from '..\/..\/([^']+)\?raw'/, /path="([^"]+)"/].map(
      (pattern) => pattern.exec(text)?.[1],
    );
    return { name, id: title.toLowerCase().replaceAll(/[^a-z]+/g, '-'), raw, path };
  });

describe('the pages of Storybook', () => {
  it('are the documents that links lead to', () => {
    expect(Object.fromEntries(found.map(({ path, id }) => [path, id]))).toEqual(pages);
  });

  it.each(found)('$name shows the document that it names', ({ raw, path }) => expect(raw).toBe(path));

  it.each([
    ['docs/chat.md', 'plugins.md#the-body', '?path=/docs/start-write-a-plugin--docs#the-body'],
    ['docs/chat.md', '../README.md', '?path=/docs/start-what-it-is--docs'],
    ['README.md', 'docs/chat.md', '?path=/docs/start-drop-it-into-your-chat--docs'],
    ['docs/chat.md', '#install', '#install'],
    ['docs/chat.md', 'https://example.com', 'https://example.com'],
    ['docs/chat.md', '../src/plugin.ts', undefined],
  ])('lead from %s by %s to %s', (from, href, to) => expect(pageLink(from, href)).toBe(to));
});
