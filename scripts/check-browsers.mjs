// Finds what dist and the entries for browsers use that one of the oldest browsers lacks (scripts/browsers/oldest.mjs),
// by MDN's tables. It reads dist: run `npm run build` first.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { readGrammar } from './browsers/grammar.mjs';
import { readMembers } from './browsers/members.mjs';
import { oldest } from './browsers/oldest.mjs';
import { readSheet } from './browsers/sheets.mjs';
import { readDoors, root } from './doors.mjs';

/** CSS that an oldest browser lacks. docs/browsers.md says what people see instead. */
const waysRound = rowsOf('docs/browsers.md', '## What the oldest lack');

const doors = readDoors();
const sheets = doors.filter(({ kind }) => kind === 'css');
const pages = await doorsOfPages();
const problems = [];

const inSheets = new Map();
for (const { built } of sheets) {
  for (const { feature, lacks } of readSheet(readFileSync(root + built, 'utf8')))
    inSheets.set(feature, { built, lacks });
}
for (const [feature, { built, lacks }] of inSheets) {
  if (!waysRound.includes(feature)) problems.push(`${built} uses ${feature}: ${lacks.join(', ')}`);
}
for (const feature of waysRound) {
  if (!inSheets.has(feature)) problems.push(`docs/browsers.md names ${feature}: every browser has it, or no sheet.`);
}
const lowered = await readGrammar(pages.map(({ built }) => built));
problems.push(...lowered.map((line) => `The oldest browsers cannot read this line: ${line.trim()}`));
const { errors, lacks } = readMembers(pages.map(({ source }) => source));
problems.push(...errors);

const names = Object.entries(oldest).map(([name, version]) => `${name} ${version}`);
if (problems.length > 0) {
  console.error(`Not everything is in ${names.join(', ')}:\n${problems.join('\n')}`);
  console.error('Do without it, check for it, or say in docs/browsers.md what people see without it.');
  process.exit(1);
}
console.log(`${sheets.length} style sheets and ${pages.length} entries run in ${names.join(', ')}.`);
console.log(`${waysRound.length} CSS features have a way round; ${lacks} members need a check.`);

/** The entries that need no room of a server. docs/architecture.md says where each room runs. */
async function doorsOfPages() {
  const house = readFileSync(`${root}docs/architecture.md`, 'utf8');
  const rooms = Array.from(house.matchAll(/^\| `([\w-]+)` +\| (?:both|browser) /gm), ([, room]) => room);
  const runs = async ({ built }) => {
    const { metafile } = await build({
      entryPoints: [root + built],
      absWorkingDir: root,
      bundle: true,
      packages: 'external',
      format: 'esm',
      write: false,
      metafile: true,
    });
    return Object.keys(metafile.inputs).every((path) => {
      const [, room, file] = path.split('/');
      return file === undefined || rooms.includes(room);
    });
  };
  const modules = doors.filter(({ kind }) => kind === 'module');
  const verdicts = await Promise.all(modules.map(runs));
  return modules.filter((_, at) => verdicts[at]);
}

/** The code in the first column of the table below a heading. */
function rowsOf(file, heading) {
  const [, after = ''] = readFileSync(root + file, 'utf8').split(`\n${heading}\n`);
  const [section = ''] = after.split('\n## ');
  return Array.from(section.matchAll(/^\| `([^`]+)` /gm), ([, row]) => row);
}
