// Prints what the main exports add to a page, minified and gzipped, and fails where one has grown past its limit.
// Where a limit is above its goal, the goal is still to be met: lower the limit with every kilobyte saved. Where there
// is no goal, the size is there to be known.
import { gzipSync } from 'node:zlib';
import { bundle as bundleCss } from 'lightningcss';
import { build } from 'vite';
import { root } from './doors.mjs';

const react = ['react', 'react-dom'];
const outlet = ['PluginSessionProvider', 'usePluginSession', 'ElicitOutlet'];

/** In kB of 1 000 bytes; `without` is what the page has anyway, or loads when it needs it. */
const budgets = [
  { what: 'FlightList', names: ['FlightList'], without: react, goal: 8, limit: 9.72 },
  { what: 'SeatPicker', names: ['SeatPicker'], without: react, goal: 8, limit: 10.42 },
  { what: 'SchemaForm', names: ['SchemaForm'], without: react, goal: 9, limit: 16.3 },
  { what: 'provider, hook, outlet', names: outlet, without: [...react, 'zod', '@radix-ui'], goal: 14, limit: 10 },
  {
    what: 'outlet and both pickers',
    names: [...outlet, 'FlightList', 'SeatPicker'],
    without: [...react, 'zod', '@radix-ui'],
    goal: 30,
    limit: 25.5,
  },
  {
    what: 'outlet, client and effection',
    names: [...outlet, 'createPluginClient'],
    without: [...react, 'zod', '@radix-ui'],
    limit: 34.8,
  },
];

/** The style sheet as it is packed, in kB of 1 000 bytes. */
const cssLimit = 8.15;

const sizes = await Promise.all(
  budgets.map(async (budget) => ({ ...budget, size: gzipSync(await bundle(budget), { level: 9 }).length / 1000 })),
);
for (const { what, size, goal, limit } of sizes) {
  const verdict = goal === undefined ? '' : `   goal ${goal} kB: ${size > goal ? 'over' : 'met'}`;
  const excess = size > limit ? `   past its limit of ${limit} kB` : '';
  console.log(`${what.padEnd(30)}${size.toFixed(2).padStart(6)} kB${verdict}${excess}`);
}
const { code: css } = bundleCss({ filename: `${root}src/styles.css`, minify: true });
const cssSize = gzipSync(css, { level: 9 }).length / 1000;
const isCssTooLarge = cssSize > cssLimit;
const cssVerdict = isCssTooLarge ? `past its limit of ${cssLimit} kB` : 'met';
console.log(`${'styles.css'.padEnd(30)}${cssSize.toFixed(2).padStart(6)} kB   goal ${cssLimit} kB: ${cssVerdict}`);
if (isCssTooLarge || sizes.some(({ size, limit }) => size > limit)) process.exit(1);

/** The code that a page gets for importing these names from the front door. */
async function bundle({ names, without }) {
  const entry = `${root}size-of-${names.join('-')}.js`;
  const { output } = await build({
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
        load: (id) => (id === entry ? `export { ${names.join(', ')} } from './src/index.ts';` : undefined),
      },
    ],
  });
  return loadedAtOnce(output)
    .map(({ code }) => code)
    .join('\n');
}

/** The chunks that an entry needs before it runs: what is imported later a page loads when it needs it. */
function loadedAtOnce(output) {
  const chunks = new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])));
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  // A set that grows while it is walked through is walked to its new end.
  for (const { imports } of loaded) {
    for (const name of imports) if (chunks.has(name)) loaded.add(chunks.get(name));
  }
  return [...loaded];
}
