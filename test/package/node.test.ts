import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import {
  createProject,
  devVersion,
  doors,
  root,
  run,
  styles,
  temporaryFolder,
  typeErrors,
  writeFiles,
} from './project.ts';

// Doors that need more than zod and effection.
const peers: Readonly<Record<string, readonly string[]>> = {
  elicitkit: ['react', 'react-dom', '@types/react'],
  'elicitkit/forms': ['react', '@types/react'],
  'elicitkit/url-consent': ['react', '@types/react'],
  'elicitkit/kit': ['react', '@types/react'],
  'elicitkit/questions': ['react', '@types/react'],
  'elicitkit/card': ['react', '@types/react'],
  'elicitkit/dialog': ['react', 'react-dom', '@types/react'],
  'elicitkit/inbox': ['react', '@types/react'],
  'elicitkit/mcp-client': ['react', '@types/react'],
  'elicitkit/mcp-apps/frame': ['react', 'react-dom', '@types/react', '@types/react-dom'],
  'elicitkit/mcp': ['@modelcontextprotocol/server'],
  'elicitkit/mcp/stdio': ['@modelcontextprotocol/server'],
  'elicitkit/ag-ui': ['@ag-ui/core', '@ag-ui/encoder'],
  'elicitkit/ai-sdk': ['ai'],
  'elicitkit/ai-sdk-react': ['ai', 'react', '@types/react'],
  'elicitkit/otel': ['@opentelemetry/api'],
  'elicitkit/terminal': ['@clack/prompts', '@types/node'],
};
const plainDoors = doors.filter((door) => peers[door] === undefined);

const folder = temporaryFolder();
const tarball = inject('tarball');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an empty Node project with zod and effection', () => {
  const project = join(folder, 'plain');
  beforeAll(() => createProject(project, [tarball, devVersion('effection'), devVersion('zod')]));

  it.for(plainDoors)('imports %s and finds what the snapshot says', (door) => {
    expect(exportsOf(project, door)).toEqual(snapshotOf(door));
  });

  it('declares a tool and pairs it with a plugin', () => {
    writeFiles(project, { 'plugin.js': declaration + plugin });
    expect(run(process.execPath, ['plugin.js'], project)).toBe('book_flight pickFlight INVALID_DECLARATION\n');
  });

  it.runIf(doors.includes('elicitkit/testing'))('streams a scripted model', () => {
    writeFiles(project, { 'scripted.js': scriptedModel });
    expect(run(process.execPath, ['scripted.js'], project)).toBe('Hello there\n');
  });

  it.runIf(doors.includes('elicitkit/server'))('serves a chat turn that calls a tool', () => {
    writeFiles(project, { 'server.js': server });
    const events = run(process.execPath, ['server.js'], project).trim().split('\n');
    expect(events).toContain('tool_result book_flight Booked LAX.');
    expect(events.slice(-3)).toEqual(['messages Have a good flight.', 'complete', 'end']);
  });

  it.runIf(['client', 'server', 'testing'].every((door) => doors.includes(`elicitkit/${door}`)))(
    'carries a question from a tool to its handler and the answer back',
    () => {
      writeFiles(project, { 'booking.js': booking });
      expect(run(process.execPath, ['booking.js'], project)).toBe('Booked AA 220. / Have a good flight.\n');
    },
  );

  it.for(['nodenext', 'bundler'])('type-checks against every door, library files too (%s)', (resolution) => {
    expect(typeErrors(project, { named: plainDoors, resolution, code: declaration + plugin })).toBe('');
  });

  it.for(['nodenext', 'bundler'])('compiles an import of each style sheet, and of no other (%s)', (resolution) => {
    const imports = [...styles, 'elicitkit/no-styles.css'].map((sheet) => `import '${sheet}';\n`).join('');
    const errors = typeErrors(project, {
      resolution,
      code: imports,
      options: { noUncheckedSideEffectImports: true },
    });
    const lines = errors.split('\n').filter((line) => line.includes('error TS'));
    expect(lines).toEqual([expect.stringMatching(/TS2882: .*'elicitkit\/no-styles\.css'/)]);
  });
});

const richDoors = doors.filter((door) => peers[door] !== undefined);
describe.runIf(richDoors.length > 0)('a Node project with the peers of every door', () => {
  const project = join(folder, 'rich');
  const more = [...new Set(richDoors.flatMap((door) => peers[door]!))];
  beforeAll(() => createProject(project, [tarball, ...['effection', 'zod', ...more].map(devVersion)]));

  it.for(richDoors)('imports %s and finds what the snapshot says', (door) => {
    expect(exportsOf(project, door)).toEqual(snapshotOf(door));
  });

  it('type-checks against every door', () => {
    expect(typeErrors(project, { named: doors, resolution: 'bundler', options: { skipLibCheck: true } })).toBe('');
  });
});

function exportsOf(project: string, door: string): unknown {
  const code = `console.log(JSON.stringify(Object.keys(await import('${door}')).sort()))`;
  return JSON.parse(run(process.execPath, ['--input-type=module', '-e', code], project));
}

function snapshotOf(door: string): readonly string[] | undefined {
  const surface = JSON.parse(readFileSync(join(root, 'test/package/exports.json'), 'utf8')) as Record<
    string,
    { values: string[] }
  >;
  return surface[door.replace('elicitkit', '.')]?.values;
}

const declaration = `
import * as z from 'zod';
import { CodedError, createMcpTool, makePlugin } from 'elicitkit/plugin';
const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ destination: z.string() }))
  .elicits({ pickFlight: z.object({ flightId: z.string() }) });
`;
const plugin = `
const { client } = makePlugin(bookFlight)
  .onElicit({ *pickFlight() { return { action: 'accept', content: { flightId: 'a' } }; } })
  .build();
const refused = () => {
  try {
    return createMcpTool('no spaces');
  } catch (error) {
    return error instanceof CodedError && error.code;
  }
};
console.log(client.toolName, Object.keys(client.handlers).join(), refused());
`;
const scriptedModel = `
import { createScriptedProvider } from 'elicitkit/testing';
const provider = createScriptedProvider([{ text: 'Hello there' }]);
let text = '';
const options = { tools: [], signal: new AbortController().signal };
for await (const delta of provider.stream([{ role: 'user', content: 'Hi' }], options)) text += delta.content;
console.log(text);
`;
const server = `
import * as z from 'zod';
import { createMcpTool } from 'elicitkit/plugin';
import { createChatHandler } from 'elicitkit/server';
import { createScriptedProvider } from 'elicitkit/testing';
const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ destination: z.string() }))
  .elicits({})
  .execute(function* ({ destination }, ctx) {
    return yield* ctx.step('book', () => 'Booked ' + destination + '.');
  });
const provider = createScriptedProvider([
  { toolCalls: [{ name: 'book_flight', arguments: { destination: 'LAX' } }] },
  { text: 'Have a good flight.' },
]);
const handle = createChatHandler({ provider, tools: [bookFlight] });
const body = JSON.stringify({ conversationId: crypto.randomUUID(), messages: [{ role: 'user', content: 'Book' }] });
const headers = { 'content-type': 'application/json' };
const response = await handle(new Request('http://localhost/api/chat', { method: 'POST', headers, body }));
for (const line of (await response.text()).split('\\n').filter(Boolean)) {
  const { event } = JSON.parse(line);
  console.log(event.type, ...[event.name, event.content ?? event.messages?.at(-1).content].filter((part) => part !== undefined));
}
await handle.close();
`;
const booking = `
import * as z from 'zod';
import { createPluginClient } from 'elicitkit/client';
import { createMcpTool, makePlugin } from 'elicitkit/plugin';
import { createChatHandler } from 'elicitkit/server';
import { createScriptedProvider, memoryTransport } from 'elicitkit/testing';
const bookFlight = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({}))
  .elicits({ pickFlight: { response: z.string(), context: z.object({ flights: z.array(z.string()) }) } });
const bookFlightTool = bookFlight.execute(function* (_, ctx) {
  const picked = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: ['AA 220'] });
  return picked.action === 'accept' ? 'Booked ' + picked.content + '.' : 'Not booked.';
});
const plugin = makePlugin(bookFlight)
  .onElicit({ *pickFlight({ flights }) { return { action: 'accept', content: flights[0] }; } })
  .build();
const provider = createScriptedProvider([
  { toolCalls: [{ name: 'book_flight' }] },
  { text: 'Have a good flight.' },
]);
const handler = createChatHandler({ provider, tools: [bookFlightTool] });
const client = createPluginClient({ transport: memoryTransport(handler), plugins: [plugin] });
const last = () => client.getSnapshot().messages.slice(-2).map((message) => message.content).join(' / ');
const told = new Promise((resolve) => client.subscribe(() => last().endsWith('flight.') && resolve()));
await Promise.all([client.send('Book me a flight'), told]);
console.log(last());
await client.close();
await handler.close();
`;
