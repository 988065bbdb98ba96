import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's root folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** @returns {Record<string, any>} the package's own package.json */
export function readPackage() {
  return JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
}

/**
 * The entries in package.json: `./plugin` leads to dist/plugin.js, built from src/plugin.ts.
 * Style sheets are packed, and pages are copied.
 *
 * @returns {{ path: string; built: string; source: string; kind: 'module' | 'css' | 'html' }[]}
 */
export function readDoors() {
  return Object.entries(readPackage().exports)
    .filter(([path]) => path !== './package.json')
    .map(([path, target]) => {
      const built = (typeof target === 'string' ? target : target.default).replace('./', '');
      const source = built.replace('dist/', 'src/').replace(/\.js$/, '.ts');
      return { path, built, source, kind: /\.(css|html)$/.exec(built)?.[1] ?? 'module' };
    });
}

/**
 * Compares the entries in package.json with the files directly in src.
 *
 * @returns {string[]} the differences, in words
 */
export function doorProblems() {
  const doors = readDoors();
  const files = readdirSync(`${root}src`, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `src/${entry.name}`);
  return [
    ...doors
      .filter(({ source }) => !existsSync(root + source))
      .map(({ path, source }) => `package.json exports ${path}, but there is no ${source}.`),
    ...files
      .filter((file) => !doors.some(({ source }) => source === file))
      .map((file) => `${file} is a front door that package.json does not export. Files elsewhere stand in a room.`),
  ];
}
