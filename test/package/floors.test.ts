import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createProject, devVersion, doors, root, run, temporaryFolder, typeErrors, writeFiles } from './project.ts';

const { peerDependencies: ranges } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  peerDependencies: Record<string, string>;
};

/** The lowest version that a peer's range allows, as `name@version`. */
function floorOf(name: string): string {
  const [, lowest] = /^\^(\d+\.\d+\.\d+)$/.exec(ranges[name] ?? '') ?? [];
  if (lowest === undefined) throw new Error(`The range of ${name} has no floor: ${ranges[name]}`);
  return `${name}@${lowest}`;
}

/** The lowest TypeScript that our types promise to work with, as the documents say. */
const [, lowestTypeScript] =
  /TypeScript (\d\.\d) or newer/.exec(readFileSync(join(root, 'docs/install.md'), 'utf8')) ?? [];

// Packages that these need refuse the lowest zod, or are not made for the lowest TypeScript.
const others = /^elicitkit\/(ag-ui|ai-sdk|ai-sdk-react|mcp|mcp\/stdio|terminal)$/;
const reached = doors.filter((door) => !others.test(door));
const page = ['react@18.2.0', 'react-dom@18.2.0', floorOf('@opentelemetry/api')];
const types = ['@types/react', '@types/react-dom'].map(devVersion);

const folder = temporaryFolder();
const compiler = join(folder, 'compiler');
beforeAll(() => createProject(compiler, [`typescript@~${lowestTypeScript}.0`]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each([
  ['the lowest zod and effection', [floorOf('zod'), floorOf('effection')]],
  ['the newest', [devVersion('zod'), devVersion('effection')]],
] as const)('a project with %s', (name, peers) => {
  const project = join(folder, name.replaceAll(' ', '-'));
  beforeAll(() => {
    createProject(project, [inject('tarball'), ...peers, ...page, ...types]);
    writeFiles(project, sources);
  });

  it('has exactly these', () => {
    const versions = ['zod', 'effection'].map((peer) => {
      const path = join(project, 'node_modules', peer, 'package.json');
      return `${peer}@${(JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version}`;
    });
    expect(versions).toEqual(peers);
  });

  it('imports every entry', () => {
    writeFiles(project, { 'all.js': reached.map((door) => `import '${door}';\n`).join('') });
    expect(run(process.execPath, ['all.js'], project)).toBe('');
  });

  it('asks, asks again what was refused, and goes on with the answers', () => {
    expect(run(process.execPath, ['trip.js'], project).split('\n')).toEqual([
      'Where to? {"city":"Nowhere"}: Never heard of it.',
      'Told: Lima, 2 nights from 2026-12-01, a window seat',
      '',
    ]);
  });

  it('names what JSON cannot hold', () => {
    const said = 't.elicits.trip.legs.items.on cannot be sent: Date cannot be represented in JSON Schema.';
    expect(run(process.execPath, ['refused.js'], project)).toContain(`INVALID_DECLARATION ${said}`);
  });

  it('draws the form of a schema', () => {
    const drawn = run(process.execPath, ['form.js'], project);
    expect(drawn).toContain('How many nights?');
    expect(drawn).toMatch(/type="date"|inputmode="numeric"/i);
  });

  it.for(['nodenext', 'bundler'])(
    `compiles with TypeScript ${lowestTypeScript}, library files too (%s)`,
    (resolution) => {
      const typescript = join(compiler, 'node_modules/typescript');
      expect(typeErrors(project, { named: reached, code: typed, resolution, typescript })).toBe('');
    },
  );
});

const declared = `
import * as z from 'zod';
import { createMcpTool } from 'elicitkit/plugin';
const trip = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({ seat: z.enum(['window', 'aisle']).default('window') }))
  .elicits({
    where: z.object({ city: z.string().min(1).max(80) }),
    when: z.object({ from: z.iso.date(), nights: z.int().min(1).max(9), note: z.string().nullable().optional() }),
  });
`;
const typed = `${declared}
trip.execute(function* ({ seat }, ctx) {
  const where = yield* ctx.elicit('where', { message: 'Where to?' });
  if (where.action !== 'accept') return seat satisfies 'window' | 'aisle';
  // @ts-expect-error its type is known
  where.content.city satisfies number;
  return where.content.city satisfies string;
});
`;
const sources = {
  'trip.js': `${declared}
import { createPluginClient } from 'elicitkit/client';
import { createChatHandler } from 'elicitkit/server';
import { createScriptedProvider, memoryTransport } from 'elicitkit/testing';
const tool = trip.execute(function* ({ seat }, ctx) {
  const known = yield* ctx.step('cities', () => ['Lima', 'Lisbon']);
  const check = ({ city }) => (known.includes(city) ? undefined : ['Never heard of it.']);
  const where = yield* ctx.elicit('where', { message: 'Where to?' }, { check });
  const when = yield* ctx.elicit('when', { message: 'When?' });
  return where.content.city + ', ' + when.content.nights + ' nights from ' + when.content.from + ', a ' + seat + ' seat';
});
const provider = createScriptedProvider([
  { toolCalls: [{ name: 'trip', arguments: {} }] },
  (messages) => ({ text: 'Told: ' + messages.at(-1).content }),
]);
const handler = createChatHandler({ provider, tools: [tool] });
const client = createPluginClient({
  transport: memoryTransport(handler),
  plugins: [],
  storage: false,
  capabilities: { genericForm: true },
});
const answers = [{ city: 'Nowhere' }, { city: 'Lima' }, { from: '2026-12-01', nights: 2, note: null }];
const given = [];
const seen = new Set();
const told = new Promise((resolve) => client.subscribe(() => {
  const { pending: [asked], messages } = client.getSnapshot();
  if (messages.at(-1)?.content.startsWith('Told: ')) resolve();
  const turn = asked?.status === 'pending' && asked.key + (asked.issues?.length ?? 0);
  if (!turn || seen.has(turn)) return;
  seen.add(turn);
  if (asked.issues) console.log(asked.message, JSON.stringify(given.at(-1)) + ':', asked.issues[0].message);
  given.push(answers.shift());
  queueMicrotask(() => asked.accept(given.at(-1)));
}));
await Promise.all([client.send('Plan a trip'), told]);
console.log(client.getSnapshot().messages.at(-1).content);
await client.close();
await handler.close();
`,
  'refused.js': `
import * as z from 'zod';
import { createMcpTool } from 'elicitkit/plugin';
const legs = z.array(z.object({ to: z.string(), on: z.date() }));
try {
  createMcpTool('t').description('d').parameters(z.object({})).elicits({ trip: z.object({ legs }) });
} catch (error) {
  console.log(error.code, error.message);
}
`,
  'form.js': `${declared}
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { SchemaForm } from 'elicitkit/forms';
const { nights, from } = trip.elicits.when.shape;
const schema = z.object({ nights: nights.meta({ title: 'How many nights?' }), from });
const props = { schema: z.toJSONSchema(schema, { io: 'input' }), onRespond() {} };
console.log(renderToString(createElement(SchemaForm, props)));
`,
};
