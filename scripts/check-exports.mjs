// Compares the exports of the built entry files with test/package/exports.json, so that a change of the public API
// shows in a diff. `--write` records the current exports.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { readDoors, root } from './doors.mjs';

const file = 'test/package/exports.json';
const found = Object.fromEntries(
  await Promise.all(
    readDoors()
      .filter(({ kind }) => kind === 'module')
      .map(async ({ path, built }) => [path, await readSurface(path, built)]),
  ),
);

if (process.argv.includes('--write')) {
  writeFileSync(root + file, `${JSON.stringify(found, undefined, 2)}\n`);
  console.log(`Wrote ${file}.`);
} else {
  const changes = compare(existsSync(root + file) ? JSON.parse(readFileSync(root + file, 'utf8')) : {}, found);
  if (changes.length > 0) {
    console.error(`The public surface is not the one in ${file}:\n${changes.join('\n')}`);
    console.error('If that is meant, run: npm run exports -- --write');
    process.exit(1);
  }
  const counted = Object.keys(found).filter((path) => !path.startsWith('./messages'));
  const values = counted.reduce((sum, path) => sum + found[path].values.length, 0);
  console.log(`${Object.keys(found).length} front doors export what ${file} says: ${values} values besides words.`);
}

/**
 * An entry's exports: run-time values, members of namespaces, and names that only the types have.
 *
 * @param {string} path
 * @param {string} built
 */
async function readSurface(path, built) {
  const door = await import(pathToFileURL(root + built).href);
  const values = Object.keys(door).toSorted();
  const parts = values.filter((name) => isModule(door[name])).flatMap((name) => partsOf(name, door[name]));
  const types = namesIn(path, readFileSync(root + built.replace(/\.js$/, '.d.ts'), 'utf8'));
  const absent = values.filter((name) => !types.includes(name));
  if (absent.length > 0) throw new Error(`${path} exports ${absent.join(', ')} at run time, but its types do not.`);
  return { values, ...(parts.length > 0 && { parts }), types: types.filter((name) => !values.includes(name)) };
}

function isModule(value) {
  return Object.prototype.toString.call(value) === '[object Module]';
}

function partsOf(name, namespace) {
  return Object.keys(namespace)
    .toSorted()
    .map((part) => `${name}.${part}`);
}

/**
 * Works because entry files only re-export by name.
 *
 * @param {string} path
 * @param {string} declarations
 * @returns {string[]}
 */
function namesIn(path, declarations) {
  const plain = declarations.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const clause = /export\s+(?:type\s+)?\{([^}]*)\}(?:\s*from\s*['"][^'"]+['"])?\s*;/g;
  const silent = /['"]use client['"];|import\s+(?:\*\s+as\s+\w+\s+from\s*)?['"][^'"]+['"];/g;
  const rest = plain.replaceAll(clause, '').replaceAll(silent, '');
  if (rest.trim() !== '') {
    throw new Error(`${path}: a front door holds "export { name } from" and nothing else, but here is: ${rest.trim()}`);
  }
  return [...plain.matchAll(clause)]
    .flatMap(([, names]) => names.split(','))
    .map((name) =>
      name
        .trim()
        .replace(/^type\s+/, '')
        .replace(/^.*\sas\s+/, ''),
    )
    .filter((name) => name !== '')
    .toSorted();
}

function compare(expected, actual) {
  const lines = (surface) =>
    new Set(
      Object.entries(surface).flatMap(([door, kinds]) =>
        Object.entries(kinds).flatMap(([kind, names]) => names.map((name) => `${door} ${kind.slice(0, -1)} ${name}`)),
      ),
    );
  const [before, after] = [lines(expected), lines(actual)];
  return [
    ...[...before].filter((line) => !after.has(line)).map((line) => `- ${line}`),
    ...[...after].filter((line) => !before.has(line)).map((line) => `+ ${line}`),
  ];
}
