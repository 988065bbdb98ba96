// Packs a style sheet into one minified file, with its rules and their declarations in an order that gzips well.
//   node scripts/pack-css.mjs 60
// searches for a better order for 60 seconds and writes it to scripts/css-order.json. Only the order changes, and only of
// what cannot override one another.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
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
  const { properties, rules } = readOrders();
  order(sheet, ranksOf(properties));
  orderRules(sheet, ranksOf(rules[basename(filename)]?.split(' ') ?? []));
  return sheet.toString();
}

/** The order of all properties, and of each sheet's rules by their keys. */
function readOrders() {
  return JSON.parse(readFileSync(orderFile, 'utf8'));
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

/** Orders the rules of a sheet by their rank. A rule without one stays behind the rule before it. */
function orderRules(sheet, ranks) {
  const rules = sheet.nodes;
  const before = rulesBefore(rules);
  let last = -1;
  const rankAt = rules.map((rule) => (last = ranks.get(keyOf(rule)) ?? last));
  const waiting = new Set(rules.keys());
  const isFree = (at) => !before[at].some((other) => waiting.has(other));
  const ordered = [];
  while (waiting.size > 0) {
    const free = [...waiting].filter(isFree);
    const next = free.reduce((best, at) => (rankAt[at] < rankAt[best] ? at : best));
    waiting.delete(next);
    ordered.push(rules[next]);
  }
  sheet.nodes = ordered;
}

/** A short name for a rule, by its selectors and properties: it stays when a value changes. */
function keyOf(rule) {
  const named = [rule.params];
  const visit = (node) => {
    named.push(node.selector ?? node.prop ?? node.name);
    node.nodes?.forEach(visit);
  };
  visit(rule);
  return createHash('sha1').update(named.join()).digest('base64url').slice(0, 5);
}

/** For each rule, the places of those that have to stay before it. */
function rulesBefore(rules) {
  const reach = rules.map(reachOf);
  return rules.map((_, at) => [...rules.keys()].filter((other) => other < at && couldMeet(reach[at], reach[other])));
}

/** The elements that a rule may match, by their parts, and what it says of them. An at-rule has that of all its rules. */
function reachOf(rule) {
  const [parts, said] = [new Set(), new Set()];
  if (/^(keyframes|property)$/.test(rule.name)) return { parts, said };
  const visit = (node) => {
    for (const part of node.type === 'rule' ? partsIn(node.selector) : []) parts.add(part);
    if (node.type === 'decl') said.add(node.prop.startsWith('--') ? node.prop : kindOf(node.prop));
    node.nodes?.forEach(visit);
  };
  visit(rule);
  return { parts, said };
}

/** Sizes of an element override one another, whatever their words. */
const kindOf = (property) =>
  /^(m(in|ax)-)?(inline-size|block-size|width|height)$/.test(property) ? 'size' : familyOf(property);

function couldMeet(one, other) {
  const share = (a, b, all) => a.has(all) || b.has(all) || [...a].some((value) => b.has(value));
  return (
    one.parts.size * other.parts.size > 0 && share(one.parts, other.parts, '*') && share(one.said, other.said, 'all')
  );
}

/** The parts that the elements of a selector have: an element has only one. `*` if it may have any. */
function partsIn(selector) {
  return split(selector, ',').flatMap((one) => {
    const subject = split(one, ' >+~').at(-1);
    const [, part] = /^\[data-elicit=([\w-]+)\]/.exec(subject) ?? [];
    const [, inner] = /^:is\((.*?\])\)/.exec(subject) ?? [];
    if (part !== undefined) return part;
    return inner === undefined ? '*' : partsIn(inner);
  });
}

/** Splits at these characters, unless they are in brackets. */
function split(selector, at) {
  const parts = [''];
  let depth = 0;
  for (const char of selector) {
    depth += '(['.includes(char) - ')]'.includes(char);
    if (depth === 0 && at.includes(char)) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}

/** Searches for a better order of the properties, then of each sheet's rules. */
function search(seconds) {
  const sheets = readDoors()
    .filter(({ kind }) => kind === 'css')
    .map(({ source }) => ({ name: basename(source), sheet: parse(root + source) }));
  const orders = readOrders();
  const properties = orderOfProperties(
    sheets.map(({ sheet }) => sheet),
    orders.properties,
    seconds / 4,
  );
  const weights = sheets.map(({ sheet }) => sheet.nodes.length ** 2);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const rules = sheets.map(({ name, sheet }, at) => {
    order(sheet, ranksOf(properties));
    orderRules(sheet, ranksOf(orders.rules[name]?.split(' ') ?? []));
    return [name, orderOfRules(name, sheet, (0.75 * seconds * weights[at]) / sum)];
  });
  writeFileSync(orderFile, `${JSON.stringify({ properties, rules: Object.fromEntries(rules) }, null, 2)}\n`);
}

/** Moves some rules at a time and keeps moves that do not make the packed sheet larger. */
function orderOfRules(name, sheet, seconds) {
  const before = rulesBefore(sheet.nodes);
  const texts = sheet.nodes.map((rule) => rule.toString());
  const weigh = (places) => gzipSync(places.map((at) => texts[at]).join(''), { level: 9 }).length;
  let best = [...texts.keys()];
  let least = weigh(best);
  console.log(`${name}: ${least} bytes`);
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const tried = [...best];
    const moved = tried.splice(below(tried.length), 1 + below(1 + below(6)));
    const isAfter = (at) => moved.some((one) => before[one].includes(at));
    const isBefore = (at) => before[at].some((other) => moved.includes(other));
    const first = tried.findLastIndex(isAfter) + 1;
    const last = tried.findIndex(isBefore);
    const room = (last < 0 ? tried.length : last) - first;
    if (room < 0) continue;
    tried.splice(first + below(room + 1), 0, ...moved);
    const weight = weigh(tried);
    if (weight > least) continue;
    best = tried;
    least = weight;
  }
  console.log(`${name}: ${least} bytes`);
  return best.map((at) => keyOf(sheet.nodes[at])).join(' ');
}

const below = (count) => Math.floor(Math.random() * count);

/** Moves one property at a time and keeps moves that do not make the packed sheets larger. */
function orderOfProperties(sheets, given, seconds) {
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
  const known = given.filter((property) => used.has(property));
  let best = [...new Set([...known, ...used])];
  let least = weigh(best);
  console.log(`${least} bytes`);
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const tried = [...best];
    const [moved] = tried.splice(below(tried.length), 1);
    tried.splice(below(tried.length + 1), 0, moved);
    const weight = weigh(tried);
    if (weight > least) continue;
    best = tried;
    least = weight;
  }
  console.log(`${least} bytes`);
  return best;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) search(Number(process.argv[2] ?? 60));
