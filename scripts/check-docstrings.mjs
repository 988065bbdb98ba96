// Checks that every export of every entry file has a doc comment, for editors and the API reference.
// Reads the sources, so that it runs without a build.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDoors, root } from './doors.mjs';

const doors = readDoors().filter(({ kind }) => kind === 'module');
const namespaces = doors.flatMap(({ source }) => namespacesIn(source));
const exported = [...doors.map(({ source }) => source), ...namespaces.map(({ file }) => file)].flatMap(namesIn);
const files = new Map(exported.map(({ file }) => [file, readFileSync(root + file, 'utf8')]));
const bare = [
  ...namespaces.filter(({ file }) => !readFileSync(root + file, 'utf8').startsWith('/**')).map(show),
  ...new Set(exported.filter(({ file, name }) => !isDocumented(files.get(file) ?? '', name)).map(show)),
];

if (bare.length > 0) {
  console.error(`No doc comment stands before these exports of the front doors:\n${bare.join('\n')}`);
  process.exit(1);
}
console.log(`${new Set(exported.map(show)).size + namespaces.length} exports of the front doors have a doc comment.`);

/**
 * The exports of an entry file, each with the file that declares it.
 *
 * @param {string} door
 * @returns {{ name: string; file: string }[]}
 */
function namesIn(door) {
  const text = readFileSync(root + door, 'utf8');
  return [...text.matchAll(/export\s+(?:type\s+)?\{([^}]*)\}\s*from\s*'([^']+)'/g)].flatMap(
    ([, names = '', from = '']) =>
      names
        .split(',')
        .map((name) =>
          name
            .trim()
            .replace(/^type\s+/, '')
            .replace(/\s+as\s.*$/, ''),
        )
        .filter((name) => name !== '')
        .map((name) => ({ name, file: join(dirname(door), from) })),
  );
}

/**
 * The namespaces that an entry file exports, each with the file that lists its members.
 *
 * @param {string} door
 * @returns {{ name: string; file: string }[]}
 */
function namespacesIn(door) {
  const text = readFileSync(root + door, 'utf8');
  return [...text.matchAll(/import\s+\*\s+as\s+(\w+)\s+from\s*'([^']+)'/g)].map(([, name = '', from = '']) => ({
    name,
    file: join(dirname(door), from),
  }));
}

/**
 * Whether a doc comment directly precedes a declaration. For an overloaded function, the first signature counts.
 *
 * @param {string} text
 * @param {string} name
 */
function isDocumented(text, name) {
  const declaration = new RegExp(
    String.raw`^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|class|interface|type|enum) ${name}\b`,
    'm',
  );
  const at = text.search(declaration);
  if (at < 0) throw new Error(`No declaration of ${name} was found where its front door says it is.`);
  return /\*\/\s*$/.test(text.slice(0, at));
}

/** @param {{ name: string; file: string }} exported */
function show({ name, file }) {
  return `${file}: ${name}`;
}
