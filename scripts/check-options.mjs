// Holds every public option to a document and a test: an option of which neither says what it does, or that nothing
// tries, goes. Options are the members of exported interfaces whose names end in Options, Limits or Settings.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { root } from './doors.mjs';

const surface = JSON.parse(readFileSync(`${root}test/package/exports.json`, 'utf8'));
const exported = new Set(Object.values(surface).flatMap(({ types = [] }) => types));
const documents = textOf(['docs', 'README.md'], /\.md$/);
const tests = textOf(['test'], /\.(tsx?|mjs)$/);

const missing = [];
let count = 0;
for (const path of filesOf('src', /\.tsx?$/)) {
  new Visitor({
    TSInterfaceDeclaration({ id, body }) {
      if (!exported.has(id.name) || !/(Options|Limits|Settings)$/.test(id.name)) return;
      for (const { key } of body.body) {
        if (key?.type !== 'Identifier') continue;
        count += 1;
        const places = { documents, tests };
        const lacking = Object.keys(places).filter((place) => !places[place].has(key.name));
        if (lacking.length > 0) missing.push(`${id.name}.${key.name}: not in ${lacking.join(' or ')}`);
      }
    },
  }).visit(parseSync(path, readFileSync(root + path, 'utf8')).program);
}
if (missing.length > 0) {
  console.error(`These options are in no document or no test, so nobody knows that they work:\n${missing.join('\n')}`);
  process.exit(1);
}
console.log(`${count} public options, each in a document and in a test.`);

/** The words of these files. */
function textOf(places, ending) {
  const texts = places.flatMap((place) => filesOf(place, ending)).map((path) => readFileSync(root + path, 'utf8'));
  return new Set(texts.join('\n').match(/\w+/g));
}

function filesOf(place, ending) {
  if (ending.test(place)) return [place];
  return readdirSync(root + place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => !path.includes('node_modules'));
}
