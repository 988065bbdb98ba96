// Copies the code of docs/examples into the documents that show it: node scripts/docs-code.mjs
// A code block shows a file if its first line is a comment that starts with the file's path.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const named = /(```\w+\n(?:\/\/|\/\*) ((?:[\w-]+\/)*[\w-]+(?:\.\w+)+)[^\n]*\n)([^]*?)(?=```)/g;

/** Documents that may show code, as paths from the repository root. */
export const documents = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/**
 * The code blocks of a document that show a file.
 *
 * @param {string} text
 * @returns {{ name: string; code: string }[]}
 */
export function namedBlocks(text) {
  return [...text.matchAll(named)].map(([, , name = '', code = '']) => ({ name, code }));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const document of documents) {
    const text = readFileSync(document, 'utf8');
    const written = text.replaceAll(named, (_, head, name) => head + readFileSync(`docs/examples/${name}`, 'utf8'));
    if (written !== text) writeFileSync(document, written);
  }
}
