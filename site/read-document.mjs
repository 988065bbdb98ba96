import { readFileSync } from 'node:fs';
import { root } from '../scripts/doors.mjs';

/** Name and purpose of each page, from the table of docs/README.md: `[Vite](vite.md) | a new app …`. */
const listed = new Map(
  [...readFileSync(`${root}docs/README.md`, 'utf8').matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) +\| (.+?) +\|$/gm)].map(
    ([, name, file, purpose]) => [`docs/${file}`, { name, purpose }],
  ),
);

/**
 * What Starlight wants to know of a page, which our documents say in their heading and in the list of all pages.
 *
 * @param {string} path - in the repository
 */
export function aboutDocument(path) {
  const [, title = path] = /^# (.+)$/m.exec(readFileSync(root + path, 'utf8')) ?? [];
  const { name = path === 'README.md' ? 'What it is' : title, purpose } = listed.get(path) ?? {};
  return {
    title: plain(title),
    sidebar: { label: plain(name) },
    ...(purpose && { description: plain(purpose) }),
  };
}

const plain = (markdown) => markdown.replaceAll('`', '');
