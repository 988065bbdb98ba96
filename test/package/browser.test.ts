import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildWithEsbuild, type BuildFailure, type BuildOptions } from 'esbuild';
import { chromium } from 'playwright';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { createProject, devVersion, doors, styles, temporaryFolder, writeFiles } from './project.ts';

// The rooms that run on a server, and the scripted ones: no byte of them belongs in a page.
const shutRooms = ['runtime', 'session', 'chat', 'links', 'provider', 'mcp', 'otel', 'terminal', 'command', 'testing'];
const mcpDoors = ['elicitkit/mcp', 'elicitkit/mcp/stdio'];
const serverDoors = [
  'elicitkit/server',
  'elicitkit/ag-ui',
  'elicitkit/ai-sdk',
  'elicitkit/links',
  'elicitkit/otel',
  ...mcpDoors,
  'elicitkit/testing',
];
// Made of modules of Node, so no page can hold it.
const nodeDoors = ['elicitkit/terminal', 'elicitkit/mcp-apps'];
const bundled = doors.filter((door) => !nodeDoors.includes(door));
const browserDoors = bundled.filter((door) => !serverDoors.includes(door));
const sdks = ['ai', '@ag-ui/core', '@ag-ui/encoder', '@modelcontextprotocol/server', '@opentelemetry/api'];
const planted = 'PLANTED-IN-EXECUTE-7f3a';

const folder = temporaryFolder();
beforeAll(() => {
  const peers = ['react@18.2.0', 'react-dom@18.2.0', ...['effection', 'zod', ...sdks].map(devVersion)];
  createProject(folder, [inject('tarball'), ...peers]);
  writeFiles(folder, sources);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an empty Vite app with React 18.2', () => {
  it('builds a page with a plugin, the React door and the style sheet', async () => {
    const { code, css } = await bundle('app.js');
    expect(code).toContain('book_flight');
    expect(css !== '').toBe(styles.length > 0);
  });

  it('answers a question in a page, StrictMode included', async () => {
    const { code, css } = await bundle('question.js');
    expect(await answerInPage(code, css)).toEqual(answered);
  });

  it('stops esbuild only at what Effection imports in Node, and answers a question once that is left out', async () => {
    const options = {
      absWorkingDir: folder,
      entryPoints: ['question.js'],
      bundle: true,
      format: 'esm',
      outdir: 'esbuild',
      write: false,
      logLevel: 'silent',
    } satisfies BuildOptions;
    const stopped = await buildWithEsbuild(options).catch((error: BuildFailure) => error.errors);
    expect(stopped).toEqual([
      expect.objectContaining({
        text: 'Could not resolve "node:process"',
        location: expect.objectContaining({ file: 'node_modules/effection/esm/lib/main.js' }),
      }),
    ]);

    const { outputFiles } = await buildWithEsbuild({ ...options, external: ['node:process'] });
    const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? '';
    expect(await answerInPage(textOf('.js'), textOf('.css'))).toEqual(answered);
  });

  it("leaves a plugin's execute on the server when the plugin is made from the declaration", async () => {
    const { code, modules } = await bundle('plugin.js');
    expect(code).toContain('book_flight');
    expect(code).not.toContain(planted);
    expect(modules.filter((id) => id === join(folder, 'tool.js'))).toEqual([]);
  });

  it('would see an execute in the page: a plugin made from the whole tool brings it', async () => {
    const { code } = await bundle('whole-plugin.js');
    expect(code).toContain(planted);
  });

  it.for(browserDoors)('holds no byte of a server room behind %s', async (door) => {
    const { modules } = await bundle(entryOf(door));
    expect(modules.filter(isOurs).length).toBeGreaterThan(0);
    expect(modules.filter(isShut)).toEqual([]);
  });

  it.for(doors.filter((door) => serverDoors.includes(door)))('would see a server room behind %s', async (door) => {
    const { modules } = await bundle(entryOf(door));
    expect(modules.filter(isShut).length).toBeGreaterThan(0);
  });

  it.for(bundled.filter((door) => door !== 'elicitkit/ai-sdk'))('brings no AI SDK with %s', async (door) => {
    const { modules } = await bundle(entryOf(door));
    expect(modules.filter((id) => /node_modules\/(ai|@ai-sdk)\//.test(id))).toEqual([]);
  });

  it.for(bundled)("brings MCP's server SDK with %s only if that is the door of an MCP server", async (door) => {
    const { modules } = await bundle(entryOf(door));
    const isThere = modules.some((id) => id.includes('/node_modules/@modelcontextprotocol/'));
    expect(isThere).toBe(mcpDoors.includes(door));
  });
});

/** Answers the question of question.js in a Chromium, as a person does. */
async function answerInPage(code: string, css: string): Promise<unknown> {
  const browser = await chromium.launch(launchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.setContent(`<html lang="en"><style>${css}</style><body></body></html>`);
  await page.addScriptTag({ content: code, type: 'module' });
  await page.getByRole('radio', { name: /SkyHigh/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('Flight f1 it is').waitFor();
  return { answers: await page.evaluate('window.answers'), version: await page.evaluate('window.version'), errors };
}

const answered = {
  answers: [{ action: 'accept', content: { flightId: 'f1' } }],
  version: '18.2.0',
  errors: [],
};

const isOurs = (id: string) => id.includes('/node_modules/elicitkit/dist/');
const isShut = (id: string) => shutRooms.some((room) => id.includes(`/node_modules/elicitkit/dist/${room}/`));

/** What is in a page: the text of it all, and the modules that left something in it. */
interface Bundle {
  code: string;
  css: string;
  modules: readonly string[];
}

const bundles = new Map<string, Promise<Bundle>>();

/** Bundles an entry for the browser, once for all tests. */
function bundle(entry: string): Promise<Bundle> {
  const made = bundles.get(entry) ?? makeBundle(entry);
  bundles.set(entry, made);
  return made;
}

async function makeBundle(entry: string): Promise<Bundle> {
  const { output } = (await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      rolldownOptions: {
        input: join(folder, entry),
        preserveEntrySignatures: 'strict',
        // One script, with what is loaded later in it, so that a page without a server can run it.
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const chunks = output.filter((file) => file.type === 'chunk');
  const assets = output.filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  return {
    code: chunks.map((chunk) => chunk.code).join('\n'),
    css: assets.map((asset) => ('source' in asset ? String(asset.source) : '')).join('\n'),
    modules: chunks.flatMap((chunk) =>
      Object.entries(chunk.modules)
        .filter(([, module]) => module.renderedLength > 0)
        .map(([id]) => id),
    ),
  };
}

function entryOf(door: string): string {
  return `${door.replaceAll('/', '-')}.js`;
}

const hasReactDoor = doors.includes('elicitkit');
const sources = {
  'declaration.js': `
import * as z from 'zod';
import { createMcpTool } from 'elicitkit/plugin';
export const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ destination: z.string() }))
  .elicits({ pickFlight: z.object({ flightId: z.string() }) });
export const handlers = { *pickFlight() { return { action: 'decline' }; } };
`,
  'tool.js': `
import { bookFlight } from './declaration.js';
export const bookFlightTool = bookFlight.execute(function* () { return '${planted}'; });
`,
  'plugin.js': `
import { makePlugin } from 'elicitkit/plugin';
import { bookFlight, handlers } from './declaration.js';
export const plugin = makePlugin(bookFlight).onElicit(handlers).build();
`,
  'whole-plugin.js': `
import { makePlugin } from 'elicitkit/plugin';
import { handlers } from './declaration.js';
import { bookFlightTool } from './tool.js';
export const plugin = makePlugin(bookFlightTool).onElicit(handlers).build();
`,
  'app.js': `
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
${hasReactDoor ? "import * as elicitkit from 'elicitkit';" : 'const elicitkit = {};'}
${styles.map((style) => `import '${style}';`).join('\n')}
import { plugin } from './plugin.js';
const { ElicitOutlet = 'div', PluginSessionProvider = 'div', createPluginClient } = elicitkit;
const client = createPluginClient?.({ endpoint: '/api/chat', plugins: [plugin] });
const app = createElement(PluginSessionProvider, { client }, plugin.client.toolName, createElement(ElicitOutlet));
createRoot(document.body.appendChild(document.createElement('div'))).render(app);
`,
  'question.js': `
import { createElement, StrictMode, version } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod';
import { createPluginClient, ElicitOutlet, FlightList, PluginSessionProvider } from 'elicitkit';
import { answerWith, createMcpTool, makePlugin } from 'elicitkit/plugin';
${styles.map((style) => `import '${style}';`).join('\n')}
const declaration = createMcpTool('book_flight').description('Book').parameters(z.object({})).elicits({
  pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(z.any()) }) },
});
const plugin = makePlugin(declaration)
  .onElicit({ pickFlight: answerWith(FlightList) })
  .receipts({ pickFlight: ({ flightId }) => ({ title: 'Flight ' + flightId + ' it is' }) })
  .build();
const flights = [{ id: 'f1', airline: 'SkyHigh', flightNumber: 'SH 1', departure: '08:00', arrival: '11:00', price: 9 }];
const ids = { sessionId: 'call_1', callId: 'call_1', elicitId: 'q1' };
const schema = { type: 'object', 'x-model-context': { flights } };
const asked = { type: 'plugin_elicit_request', ...ids, toolName: 'book_flight', key: 'pickFlight', message: 'Which?', schema, seq: 0, attempt: 1 };
let revision = 0;
window.answers = [];
window.version = version;
const transport = async ({ body }) => {
  const answers = body.pluginElicitResponses ?? [];
  window.answers.push(...answers.map(({ result }) => result));
  const events = answers.length > 0
    ? [{ type: 'plugin_elicit_settled', ...ids, action: 'accept' }, { type: 'complete' }]
    : [{ type: 'messages', messages: body.messages }, asked];
  const lines = [...events.map((event) => ({ revision: ++revision, event })), { event: { type: 'end' } }];
  return new Response(lines.map((line) => JSON.stringify(line) + '\\n').join(''), { headers: { 'content-type': 'application/x-ndjson' } });
};
const client = createPluginClient({ transport, plugins: [plugin] });
const app = createElement(PluginSessionProvider, { client }, createElement(ElicitOutlet));
createRoot(document.body.appendChild(document.createElement('main'))).render(createElement(StrictMode, null, app));
client.send('Book me a flight');
`,
  ...Object.fromEntries(doors.map((door) => [entryOf(door), `export * from '${door}';\n`])),
};
