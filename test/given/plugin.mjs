import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folder of cases and recordings that `ELICITKIT_CASES` names, if set. */
export const givenFolder = process.env['ELICITKIT_CASES'];

/** Without the folder, skip the tests that need it. */
export const givenTests = givenFolder ? [] : ['test/**/*.given.test.*'];

/**
 * Lets tests import the folder's contents, in Node and in a browser.
 *
 * @returns {import('vite').Plugin}
 */
export function givenCases() {
  const names = /^virtual:given\/(flights|seatmaps|transcripts|form-cases)$/;
  return {
    name: 'given-cases',
    resolveId: (id) => (names.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, name] = names.exec(id.slice(1)) ?? [];
      // Parse instead of writing a literal: `__proto__` in a literal would set the prototype.
      return name && `export default JSON.parse(${JSON.stringify(JSON.stringify(read(name)))})`;
    },
  };
}

function read(name) {
  if (!givenFolder) throw new Error('ELICITKIT_CASES is not set. It names the folder that holds the cases.');
  if (name === 'form-cases') return JSON.parse(readFileSync(resolve(givenFolder, 'form-cases.json'), 'utf8'));
  const folder = resolve(givenFolder, 'fixtures', name);
  const files = readdirSync(folder).map((file) => [file, readFileSync(resolve(folder, file), 'utf8')]);
  if (name === 'transcripts') return Object.fromEntries(files);
  return files
    .filter(([file]) => file.endsWith('.json'))
    .map(([file, text]) => ({ name: file, data: JSON.parse(text) }));
}
