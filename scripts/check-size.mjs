// What the main exports add to a page. A limit above its goal is a debt: lower it with every kilobyte saved.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './doors.mjs';
import { inProject } from './pack.mjs';
import { bundlers, gzipped, weigh } from './weigh.mjs';

const react = ['react', 'react-dom'];
const peers = [...react, 'zod', '@radix-ui'];
const outlet = ['PluginSessionProvider', 'usePluginSession', 'ElicitOutlet'];
const page = { elicitkit: [...outlet, 'createPluginClient'] };
const plugin = { 'elicitkit/plugin': ['createMcpTool', 'makePlugin', 'answerWith'] };

/** What a component adds to a page that has our client and outlet. */
const beside = (name, door, goal, limits) => ({
  what: `${name}, beside a page`,
  imports: { [door]: [...(page[door] ?? []), name] },
  beside: page,
  without: peers,
  goal,
  limits,
});

/** What cards of `elicitkit/questions` add to a page. */
const question = (what, names, limits) => ({
  what,
  imports: { 'elicitkit/questions': names },
  beside: page,
  without: peers,
  limits,
});

/**
 * In kB of 1 000 bytes. `imports`: the imported names, by specifier. `without`: packages that the page has anyway or
 * loads on demand. `isUp`: what the page loads of itself once it is up counts, too. `beside`: what else of ours the page
 * has, which does not count, once it is up. `limits`: the most for rolldown and for esbuild.
 */
const budgets = [
  { what: 'FlightList', imports: { elicitkit: ['FlightList'] }, without: react, goal: 9, limits: [14.3, 17.7] },
  { what: 'SeatPicker', imports: { elicitkit: ['SeatPicker'] }, without: react, goal: 10, limits: [17.4, 20.8] },
  {
    what: 'SchemaForm',
    imports: { 'elicitkit/forms': ['SchemaForm'] },
    without: react,
    goal: 11.5,
    limits: [20.6, 21.3],
  },
  beside('FlightList', 'elicitkit', 11, [12.4, 13.5]),
  beside('SeatPicker', 'elicitkit', 14, [15.8, 17]),
  beside('SchemaForm', 'elicitkit/forms', 15.5, [19.3, 20.3]),
  question('PickDates', ['PickDates'], [7.5, 8.5]),
  question('FileDrop', ['FileDrop'], [4.8, 5.5]),
  { what: 'provider, hook, outlet', imports: { elicitkit: outlet }, without: peers, goal: 14, limits: [7.4, 8.5] },
  {
    what: 'outlet and both pickers',
    imports: { elicitkit: [...outlet, 'FlightList', 'SeatPicker'] },
    without: peers,
    goal: 30,
    limits: [32.2, 35.4],
  },
  { what: 'outlet and client', imports: page, without: peers, goal: 29, limits: [28.2, 32.7] },
  {
    what: 'a whole page, without zod',
    imports: { ...page, ...plugin },
    without: peers,
    goal: 34,
    limits: [31.2, 35.8],
  },
  {
    what: 'a whole page once it is up, without zod',
    imports: { ...page, ...plugin },
    without: peers,
    isUp: true,
    limits: [51.3, 56.9],
  },
  { what: 'a whole page, with zod', imports: { ...page, ...plugin }, without: react, limits: [57.8, 65] },
  {
    what: 'the kit for own cards',
    imports: { 'elicitkit/kit': ['Button', 'Card', 'Facts', 'Field', 'Fields', 'Footer', 'Notice', 'Row'] },
    beside: page,
    without: peers,
    goal: 3,
    limits: [3.2, 3.9],
  },
  question('PickRow and PickRows', ['PickRow', 'PickRows'], [7.8, 9]),
  question('ReviewCall, its form on demand', ['ReviewCall'], [4.8, 5.4]),
  question('ReviewText', ['ReviewText'], [4.8, 5.8]),
  {
    what: 'an inbox',
    imports: { 'elicitkit/inbox': ['createInboxClient', 'ElicitInbox', 'useInbox'] },
    beside: page,
    without: peers,
    goal: 7,
    limits: [6.7, 7.9],
  },
  {
    what: "MCP servers' questions, apps on demand",
    imports: { 'elicitkit/mcp-client': ['connectMcpElicitation', 'elicitationCapabilities'] },
    beside: page,
    without: peers,
    limits: [25.3, 26.2],
  },
  {
    what: 'McpToolApp, what opens a link on demand',
    imports: { 'elicitkit/mcp-client': ['McpToolApp'] },
    beside: page,
    without: peers,
    limits: [3.7, 4.8],
  },
  {
    what: 'connectAgUi',
    imports: { 'elicitkit/ag-ui-client': ['connectAgUi'] },
    beside: page,
    without: peers,
    goal: 3,
    limits: [2.9, 3.1],
  },
  {
    what: 'useElicitChat',
    imports: { 'elicitkit/ai-sdk-react': ['useElicitChat'] },
    without: peers,
    goal: 3,
    limits: [0.9, 1.1],
  },
  {
    what: 'our engine under useChat',
    imports: { 'elicitkit/ai-sdk-react': ['elicitChatTransport', 'useElicitResume', 'uiMessagesOf'] },
    beside: page,
    without: peers,
    goal: 3,
    limits: [2.1, 2.2],
  },
];

/** The packed style sheets, in kB of 1 000 bytes. */
const sheets = [
  { what: 'styles.css', goal: 10, limit: 15.1 },
  { what: 'core.css', goal: 6, limit: 6.1 },
  { what: 'questions.css', goal: 3.5, limit: 3 },
  { what: 'inbox.css', goal: 1, limit: 1.2 },
  { what: 'flights.css', goal: 3.5, limit: 3.4 },
  { what: 'seats.css', goal: 4.5, limit: 6.1 },
];

/**
 * Prints what the main exports of a packed package weigh, in a project that has it installed.
 *
 * @param {string} tarball
 * @returns {Promise<string[]>} in words, what weighs more than its limit
 */
export function checkSize(tarball) {
  return inProject(tarball, async (project) => {
    const names = Object.keys(bundlers);
    const excesses = [];
    console.log(`${'kB, gzipped'.padEnd(30)}${names.map((name) => name.padStart(10)).join('')}`);
    for (const { what, imports, beside, without, isUp = beside !== undefined, goal, limits } of budgets) {
      const sizes = [];
      for (const name of names) {
        const size = await weigh(name, project, { ...beside, ...imports }, without, isUp);
        sizes.push(beside === undefined ? size : size - (await weigh(name, project, beside, without, isUp)));
      }
      excesses.push(...report(what, sizes, goal, limits));
    }
    const dist = join(project, 'node_modules/elicitkit/dist');
    for (const { what, goal, limit } of sheets) {
      excesses.push(...report(what, [gzipped(readFileSync(join(dist, what)))], goal, [limit]));
    }
    const played = readdirSync(join(dist, 'play'), { recursive: true, withFileTypes: true });
    const packed = played
      .filter((file) => file.isFile())
      .reduce((sum, { parentPath, name }) => sum + gzipped(readFileSync(join(parentPath, name))), 0);
    excesses.push(...report('the page of play, packed', [packed], 400, [211]));
    return [...excesses, ...report('FlightList as an MCP app', [weighApp()], 120, [165])];
  });
}

/** The first chat's page for hosts of MCP Apps, React and all. */
function weighApp() {
  const folder = mkdtempSync(join(tmpdir(), 'elicitkit-app-'));
  const build = ['apps', 'build', 'docs/examples/plugin.ts', '--out', folder];
  execFileSync(process.execPath, ['dist/command/elicitkit.js', ...build], { cwd: root });
  const size = gzipped(readFileSync(join(folder, 'book_flight/pickFlight.html')));
  rmSync(folder, { recursive: true });
  return size;
}

/** Prints a row. Returns in words each limit that it exceeds. */
function report(what, sizes, goal, limits) {
  const verdict = goal === undefined ? '' : `   goal ${goal} kB: ${Math.max(...sizes) > goal ? 'over' : 'met'}`;
  console.log(`${what.padEnd(30)}${sizes.map((size) => size.toFixed(2).padStart(10)).join('')}${verdict}`);
  return limits.flatMap((limit, at) => {
    // Names of chunks have hashes, which weigh some 20 bytes more or less on another machine.
    if (Number(sizes[at].toFixed(1)) <= limit) return [];
    const where = sizes.length > 1 ? ` in ${Object.keys(bundlers)[at]}` : '';
    return [`${what} weighs ${sizes[at].toFixed(2)} kB${where}, past its limit of ${limit} kB.`];
  });
}
