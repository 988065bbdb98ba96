// Prints what the main exports add to a page, minified and gzipped, by rolldown (Vite's bundler) and by esbuild. Fails
// if one exceeds its limit. It measures dist: run `npm run build` first.
// A limit above its goal is a debt: lower it with every kilobyte saved.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { root } from './doors.mjs';

const react = ['react', 'react-dom'];
const peers = [...react, 'zod', '@radix-ui'];
const outlet = ['PluginSessionProvider', 'usePluginSession', 'ElicitOutlet'];
const page = { index: [...outlet, 'createPluginClient'] };
const plugin = { plugin: ['createMcpTool', 'makePlugin', 'answerWith'] };

/**
 * In kB of 1 000 bytes. `doors`: the imported names, by file of dist. `without`: packages that the page has anyway or
 * loads on demand. `beside`: what else of ours the page has, which does not count. `limits`: the most for rolldown and
 * for esbuild.
 */
const budgets = [
  { what: 'FlightList', doors: { index: ['FlightList'] }, without: react, goal: 9, limits: [13.7, 14.6] },
  { what: 'SeatPicker', doors: { index: ['SeatPicker'] }, without: react, goal: 10, limits: [16.5, 17.7] },
  { what: 'SchemaForm', doors: { forms: ['SchemaForm'] }, without: react, goal: 11.5, limits: [17.9, 18.4] },
  { what: 'provider, hook, outlet', doors: { index: outlet }, without: peers, goal: 14, limits: [13.8, 13.3] },
  {
    what: 'outlet and both pickers',
    doors: { index: [...outlet, 'FlightList', 'SeatPicker'] },
    without: peers,
    goal: 30,
    limits: [37.4, 37.6],
  },
  { what: 'outlet, client and effection', doors: page, without: peers, goal: 29, limits: [46.1, 47.9] },
  { what: 'a whole page, without zod', doors: { ...page, ...plugin }, without: peers, limits: [48.4, 50.2] },
  { what: 'a whole page, with zod', doors: { ...page, ...plugin }, without: react, limits: [74.2, 78.5] },
  {
    what: 'connectAgUi',
    doors: { 'ag-ui-client': ['connectAgUi'] },
    beside: page,
    without: peers,
    goal: 3,
    limits: [2.5, 2.5],
  },
  { what: 'useElicitChat', doors: { 'ai-sdk-react': ['useElicitChat'] }, without: peers, goal: 3, limits: [0.95, 1.1] },
  {
    what: 'our engine under useChat',
    doors: { 'ai-sdk-react': ['elicitChatTransport', 'useElicitResume', 'uiMessagesOf'] },
    beside: page,
    without: peers,
    goal: 3,
    limits: [2.3, 2.3],
  },
];

/** The packed style sheets, in kB of 1 000 bytes. */
const sheets = [
  { what: 'styles.css', goal: 10, limit: 12.1 },
  { what: 'core.css', goal: 6, limit: 5.6 },
];

if (!existsSync(`${root}dist/index.js`)) {
  console.error('There is no dist to measure. Run `npm run build` first.');
  process.exit(1);
}
const bundlers = [
  { name: 'rolldown', bundle: bundleWithRolldown },
  { name: 'esbuild', bundle: bundleWithEsbuild },
];
const excesses = [];
console.log(`${'kB, gzipped'.padEnd(30)}${bundlers.map(({ name }) => name.padStart(10)).join('')}`);
for (const { what, doors, beside, without, goal, limits } of budgets) {
  const sizes = [];
  for (const { bundle } of bundlers) {
    const size = gzipped(await bundle({ ...beside, ...doors }, without));
    sizes.push(beside === undefined ? size : size - gzipped(await bundle(beside, without)));
  }
  report(what, sizes, goal, limits);
}
for (const { what, goal, limit } of sheets) report(what, [gzipped(readFileSync(`${root}dist/${what}`))], goal, [limit]);
const played = readdirSync(`${root}dist/play`, { recursive: true, withFileTypes: true }).filter((file) =>
  file.isFile(),
);
const packed = played.reduce((sum, { parentPath, name }) => sum + gzipped(readFileSync(join(parentPath, name))), 0);
report('the page of play, packed', [packed], 400, [200]);
if (excesses.length > 0) {
  console.error(excesses.join('\n'));
  process.exit(1);
}

/** Prints a row and records each exceeded limit. */
function report(what, sizes, goal, limits) {
  const verdict = goal === undefined ? '' : `   goal ${goal} kB: ${Math.max(...sizes) > goal ? 'over' : 'met'}`;
  console.log(`${what.padEnd(30)}${sizes.map((size) => size.toFixed(2).padStart(10)).join('')}${verdict}`);
  for (const [at, limit] of limits.entries()) {
    if (sizes[at] <= limit) continue;
    const where = sizes.length > 1 ? ` in ${bundlers[at].name}` : '';
    excesses.push(`${what} weighs ${sizes[at].toFixed(2)} kB${where}, past its limit of ${limit} kB.`);
  }
}

function gzipped(code) {
  return gzipSync(code, { level: 9 }).length / 1000;
}

/** The code of a page that uses these names. */
function entryOf(doors) {
  return Object.entries(doors)
    .map(([door, names]) => `export { ${names.join(', ')} } from './dist/${door}.js';`)
    .join('\n');
}

/** The code that a page built with rolldown (by way of Vite) loads at start. */
async function bundleWithRolldown(doors, without) {
  const entry = `${root}a-page.js`;
  const { output } = await buildWithVite({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        external: (id) => without.some((name) => id === name || id.startsWith(`${name}/`)),
      },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? entryOf(doors) : undefined),
      },
    ],
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const find = (name) => chunks.find(({ fileName }) => fileName === name);
  const entryChunk = chunks.find(({ isEntry }) => isEntry);
  return loadedAtOnce(entryChunk, ({ imports }) => imports.map(find))
    .map(({ code }) => code)
    .join('\n');
}

/** The code that a page built with esbuild loads at start. */
async function bundleWithEsbuild(doors, without) {
  const { outputFiles, metafile } = await buildWithEsbuild({
    stdin: { contents: entryOf(doors), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    outdir: 'a-page',
    // Effection imports `node:process` if it exists.
    external: [...without.flatMap((name) => [name, `${name}/*`]), 'node:*'],
    logLevel: 'silent',
  });
  const chunks = Object.entries(metafile.outputs).map(([path, chunk]) => ({ path, ...chunk }));
  const find = ({ path }) => chunks.find((chunk) => chunk.path === path);
  const entryChunk = chunks.find(({ entryPoint }) => entryPoint === '<stdin>');
  const imported = ({ imports }) => imports.filter(({ kind }) => kind === 'import-statement').map(find);
  const textOf = ({ path }) => outputFiles.find((file) => file.path === `${root}${path}`).text;
  return loadedAtOnce(entryChunk, imported).map(textOf).join('\n');
}

/** The chunks that an entry needs before it runs. A page loads dynamic imports later. */
function loadedAtOnce(entryChunk, importedBy) {
  const loaded = new Set([entryChunk]);
  // The loop also visits the chunks it adds to the set.
  for (const chunk of loaded) {
    for (const imported of importedBy(chunk)) if (imported !== undefined) loaded.add(imported);
  }
  return [...loaded];
}
