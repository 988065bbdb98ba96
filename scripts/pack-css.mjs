// Packs a style sheet into one minified file, with the declarations in an order that gzips well.
//   node scripts/pack-css.mjs 60
// searches for a better order for 60 seconds and writes it to scripts/css-order.json. Only the order changes.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { Features, bundle } from 'lightningcss';
import postcss from 'postcss';
import { sheetTargets } from './browsers/oldest.mjs';
import { readDoors, root } from './doors.mjs';

const orderFile = `${root}scripts/css-order.json`;

/**
 * How Lightning CSS writes a sheet. Without `exclude`, each `color-scheme` gets variables for a `light-dark()` that no
 * sheet has.
 */
export const bundling = { minify: true, targets: sheetTargets, exclude: Features.LightDark };

/**
 * @param {string} filename
 * @returns {string} the style sheet with everything it imports
 */
export function packCss(filename) {
  const sheet = parse(filename);
  order(sheet, ranksOf(JSON.parse(readFileSync(orderFile, 'utf8'))));
  return sheet.toString();
}

function parse(filename) {
  const sheet = postcss.parse(bundle({ filename, ...bundling }).code.toString());
  sheet.walkDecls((decl) => {
    if (!/["']/.test(decl.value)) decl.value = decl.value.replaceAll(', ', ',').replaceAll(' / ', '/');
  });
  return sheet;
}

function ranksOf(properties) {
  return new Map(properties.map((property, rank) => [property, rank]));
}

/** Properties that could override one another keep their order: those with the same first word, and these. */
const families = {
  'line-height': 'font',
  row: 'gap',
  column: 'gap',
  top: 'inset',
  right: 'inset',
  bottom: 'inset',
  left: 'inset',
};
const familyOf = (property) => {
  if (property.startsWith('--')) return property;
  const [first = ''] = property.replace(/^-webkit-/, '').split('-');
  const family = families[property] ?? families[first] ?? first;
  return ['align', 'justify', 'place'].includes(family) ? 'place' : family;
};

/** Orders the declarations of every rule by the rank of their property. */
function order(sheet, ranks) {
  sheet.walkRules((rule) => {
    const waiting = rule.nodes.filter(({ type }) => type === 'decl');
    if (waiting.length < 2 || waiting.length < rule.nodes.length) return;
    const ordered = [];
    while (waiting.length > 0) {
      const free = waiting.filter((one, at) =>
        waiting.slice(0, at).every((other) => familyOf(other.prop) !== familyOf(one.prop)),
      );
      const next = free.reduce((best, one) => (rankOf(one, ranks) < rankOf(best, ranks) ? one : best));
      ordered.push(...waiting.splice(waiting.indexOf(next), 1));
    }
    rule.nodes = ordered;
  });
}

/** `all`, which would override the others, and variables come first, in source order. */
function rankOf({ prop }, ranks) {
  return prop === 'all' || prop.startsWith('--') ? -1 : (ranks.get(prop) ?? ranks.size);
}

/** Moves one property at a time and keeps moves that do not make the packed sheets larger. */
function search(seconds) {
  const sheets = readDoors()
    .filter(({ kind }) => kind === 'css')
    .map(({ source }) => parse(root + source));
  const weigh = (properties) => {
    let weight = 0;
    for (const sheet of sheets) {
      order(sheet, ranksOf(properties));
      weight += gzipSync(sheet.toString(), { level: 9 }).length;
    }
    return weight;
  };
  const used = new Set();
  for (const sheet of sheets) sheet.walkDecls(({ prop }) => void (prop.startsWith('--') || used.add(prop)));
  const known = JSON.parse(readFileSync(orderFile, 'utf8')).filter((property) => used.has(property));
  let best = [...new Set([...known, ...used])];
  let least = weigh(best);
  console.log(`${least} bytes`);
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const tried = [...best];
    const [moved] = tried.splice(Math.floor(Math.random() * tried.length), 1);
    tried.splice(Math.floor(Math.random() * (tried.length + 1)), 0, moved);
    const weight = weigh(tried);
    if (weight > least) continue;
    best = tried;
    least = weight;
  }
  console.log(`${least} bytes`);
  writeFileSync(orderFile, `${JSON.stringify(best, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) search(Number(process.argv[2] ?? 60));
