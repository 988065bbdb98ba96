// Compares the tables of variables in docs/theming-reference.md with the style sheets. `--write` updates them instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { root } from './doors.mjs';

/** What brackets hold, with brackets in brackets. */
const nested = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`;

const page = `${root}docs/theming-reference.md`;
const layers = new Map(
  ['theme', 'travel', 'flight-list/flight-list', 'seat-picker/seat-picker'].flatMap((name) => [
    ...readLayers(readFileSync(`${root}src/ui/${name}.css`, 'utf8')),
  ]),
);
const before = readFileSync(page, 'utf8');
const after = before.replaceAll(
  /(<!-- variables: (\w+) -->\n)[^]*?(<!-- end -->)/g,
  (_all, start, layer, end) => `${start}\n${tableOf(layer)}\n${end}`,
);
if (process.argv.includes('--write')) writeFileSync(page, after);
else if (after !== before) {
  console.error('docs/theming-reference.md does not say what the style sheets have. Run: npm run theming -- --write');
  process.exit(1);
}

function tableOf(layer) {
  const rows = layers.get(layer);
  if (rows === undefined) throw new Error(`No style sheet has a layer "${layer}".`);
  const all = new Map([...layers.values()].flat().map((row) => [row.name, row]));
  const cells = rows.map(({ name, says }) => {
    const [light, dark] = ['light', 'dark'].map((scheme) => valueIn(scheme, all.get(name).value, all));
    return [`\`${name}\``, says, ...(light === dark ? [`\`${light}\``, 'the same'] : [`\`${light}\``, `\`${dark}\``])];
  });
  const table = [['variable', 'what it colours or sizes', 'light', 'dark'], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(table[0]), rule, ...table.slice(1).map(line), ''].join('\n');
}

/** The variables that a style sheet declares, grouped by the comments above them. */
function readLayers(text) {
  const block = /\{\n(\s+\/\* (?:Palette|Travel|Flights|Seats):[^]*?)\n\}/.exec(text)?.[1];
  if (block === undefined) throw new Error('A style sheet has no block of variables.');
  const layers = new Map();
  let rows = [];
  for (const match of block.matchAll(/^\s+\/\* (\w+):[^\n]*\*\/$|(--[\w-]+):\s*([^;]+);(?: \/\* ([^\n]*) \*\/)?/gm)) {
    const [, layer, name, value, says = ''] = match;
    if (layer !== undefined) layers.set(layer.toLowerCase(), (rows = []));
    else rows.push({ name, value: value.replaceAll(/\s+/g, ' '), says });
  }
  return layers;
}

/** The value in this colour scheme, with variables resolved, but for those that are mixed. */
function valueIn(scheme, value, all) {
  const other = scheme === 'light' ? 'dark' : 'light';
  return value
    .replaceAll(new RegExp(`var\\(--elicit-${scheme}, (${nested})\\)`, 'g'), '$1')
    .replaceAll(new RegExp(`\\s*var\\(--elicit-${other}, ${nested}\\)`, 'g'), '')
    .replaceAll(/\( | (?=\))/g, (space) => space.trim())
    .replaceAll(/var\((--elicit-[\w-]+)\)/g, (all_, name) => {
      const found = all.has(name) ? valueIn(scheme, all.get(name).value, all) : all_;
      return /^(color-mix|oklch)\(/.test(found) ? all_ : found;
    })
    .trim();
}
