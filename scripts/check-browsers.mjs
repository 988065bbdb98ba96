// Finds what dist and the entries for browsers use that one of the oldest browsers lacks (scripts/browsers/oldest.mjs),
// by MDN's tables. It reads dist: run `npm run build` first.
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { readGrammar } from './browsers/grammar.mjs';
import { readMembers } from './browsers/members.mjs';
import { oldest } from './browsers/oldest.mjs';
import { readSheet } from './browsers/sheets.mjs';
import { readDoors, root } from './doors.mjs';

const nothing = 'nothing: a finger has no pointer';

/** CSS that an oldest browser lacks, and what people see there instead. */
const waysRound = {
  '::-webkit-datetime-edit-fields-wrapper': 'a date field whose padding is that of its browser',
  'accent-color': 'a control in this colour, whose mark may lack contrast if a theme chooses a light one',
  'appearance: base-select': "the browser's own list, with the same options",
  'contain-intrinsic-block-size': 'nothing: it is the size that `content-visibility` assumes',
  'content-visibility': 'the same; parts that are out of sight are drawn, too',
  'cursor: default': nothing,
  'cursor: not-allowed': nothing,
  'cursor: pointer': nothing,
  'forced-color-adjust': 'nothing: Safari has no forced colours',
  'overflow-clip-margin': 'the same: the row that has the focus is not clipped',
  'overscroll-behavior': 'a page that scrolls on at the end of a list, where the list has nothing to scroll',
  resize: 'a field for several lines that keeps its height, on a phone',
};

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
  if (!Object.hasOwn(waysRound, feature)) problems.push(`${built} uses ${feature}: ${lacks.join(', ')}`);
}
for (const feature of Object.keys(waysRound)) {
  if (!inSheets.has(feature)) problems.push(`waysRound names ${feature}, which every browser has, or no sheet.`);
}
const lowered = await readGrammar(pages.map(({ built }) => built));
problems.push(...lowered.map((line) => `The oldest browsers cannot read this line: ${line.trim()}`));
const { errors, lacks } = readMembers(pages.map(({ source }) => source));
problems.push(...errors);

const names = Object.entries(oldest).map(([name, version]) => `${name} ${version}`);
if (problems.length > 0) {
  console.error(`Not everything is in ${names.join(', ')}:\n${problems.join('\n')}`);
  console.error('Do without it, check for it, or name in scripts/check-browsers.mjs what people see without it.');
  process.exit(1);
}
console.log(`${sheets.length} style sheets and ${pages.length} entries run in ${names.join(', ')}.`);
console.log(`${Object.keys(waysRound).length} CSS features have a way round; ${lacks} members need a check.`);

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
