// Holds the house to its size: the lines of each room, functions over 100 lines, boolean variables that change, files of
// one name, and the words that one has to know. Each figure may only fall: `check-house.mjs` fails where one has risen over lint/house.json, and `--write`
// lowers what has fallen there. To let a figure rise, change it in that file by hand, and say why in the change.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { root } from './doors.mjs';

/** The rooms of a server. They hold the engine. */
const server = ['base', 'chat', 'mcp', 'protocol', 'runtime', 'session', 'store', 'terminal', 'testing'];
/** Names that say enough beside their room's. */
const shared = new Set(['words', 'errors', 'parts', 'limits']);

const files = readdirSync(`${root}src`, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
  .map((entry) => {
    const path = join(entry.parentPath, entry.name).slice(root.length);
    return {
      path,
      room: path.split('/').length > 2 ? path.split('/')[1] : 'doors',
      text: readFileSync(join(root, path), 'utf8'),
    };
  });

const figures = { lines: {}, total: {}, server: {} };
const long = [];
const flags = [];
for (const { path, room, text } of files) {
  figures.lines[room] = (figures.lines[room] ?? 0) + linesOf(text);
  const at = ({ start }) => `${path}:${linesOf(text.slice(0, start)) || 1}`;
  const measure = (node) => {
    const lines = linesOf(text.slice(node.start, node.end));
    if (lines > 100) long.push({ room, lines, where: at(node) });
  };
  new Visitor({
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
    VariableDeclaration({ kind, declarations }) {
      if (kind === 'let') flags.push(...declarations.filter(isFlag).map((one) => ({ room, where: at(one) })));
    },
  }).visit(parseSync(path, text).program);
}
const named = files.filter(({ room }) => room !== 'doors');
const names = groupBy(named, ({ path }) => basename(path).replace(/\.tsx?$/, ''));
const twins = [...names].filter(([name, same]) => same.length > 1 && !shared.has(name));
const inServer = ({ room }) => server.includes(room);
figures.total = {
  lines: sum(Object.values(figures.lines)),
  functionsOver100: long.length,
  booleanLets: flags.length,
  namesOfSeveralFiles: twins.length,
};
figures.server = {
  lines: sum(server.map((room) => figures.lines[room] ?? 0)),
  functionsOver100: long.filter(inServer).length,
  longestFunction: Math.max(0, ...long.filter(inServer).map(({ lines }) => lines)),
  booleanLets: flags.filter(inServer).length,
};

/** Words that a newcomer has to know, as docs/architecture.md lists them. In the browser, six of the server's mean the same. */
const [, onServer = '', inBrowser = ''] = readFileSync(`${root}docs/architecture.md`, 'utf8')
  .split(/^## /m)
  .find((part) => part.startsWith('The words'))
  .split(/^(?:On the server|In the browser)/m);
const rowsOf = (table) => table.match(/^\| (?!Word|-)/gm)?.length ?? 0;
figures.words = { server: rowsOf(onServer), browser: rowsOf(inBrowser) + 6 };

const file = `${root}lint/house.json`;
const limits = JSON.parse(readFileSync(file, 'utf8'));
const flat = (value) =>
  Object.entries(value).flatMap(([group, row]) =>
    Object.entries(row).map(([name, count]) => [`${group}.${name}`, count]),
  );
const allowed = new Map(flat(limits));
const rises = flat(figures).filter(([name, count]) => count > (allowed.get(name) ?? 0));

if (process.argv.includes('--verbose')) {
  for (const { where, lines } of long.toSorted((a, b) => b.lines - a.lines)) console.log(`${lines} lines: ${where}`);
  for (const [name, same] of twins) console.log(`${name}: ${same.map(({ path }) => path).join(', ')}`);
}
if (process.argv.includes('--write')) {
  const lower = (group) =>
    Object.fromEntries(
      Object.entries(figures[group]).map(([name, count]) => [name, Math.min(count, limits[group]?.[name] ?? count)]),
    );
  writeFileSync(
    file,
    `${JSON.stringify(Object.fromEntries(['total', 'server', 'words', 'lines'].map((group) => [group, lower(group)])), null, 2)}\n`,
  );
}
const told = ({ lines, functionsOver100, booleanLets }) =>
  `${lines.toLocaleString('en-US')} lines, ${functionsOver100} functions over 100 lines, ${booleanLets} boolean lets`;
console.log(`src: ${told(figures.total)}. The server's rooms: ${told(figures.server)}.`);
for (const [name, count] of rises) console.error(`${name} is ${count}, and was ${allowed.get(name) ?? 0} at most.`);
process.exitCode = rises.length > 0 ? 1 : 0;

function linesOf(text) {
  return text.trimEnd().split('\n').length;
}

/** `let isOpen = …`, `let hasBegun: boolean`, `let over = false`. */
function isFlag({ id, init }) {
  const isBoolean = typeof init?.value === 'boolean' || id.typeAnnotation?.typeAnnotation.type === 'TSBooleanKeyword';
  return isBoolean || /^(?:is|has)[A-Z]/.test(id.name ?? '');
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

function sum(counts) {
  return counts.reduce((total, count) => total + count, 0);
}
