import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rooms } from '../../lint/rooms.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const house = realpathSync(mkdtempSync(join(tmpdir(), 'elicitkit-rooms-')));
const names = Object.keys(rooms);
const planted = new Map<string, string>();
let breaches: ReadonlyMap<string, string>;

/** Plant a file under src and give its path; it is linted with all the others, before the first test. */
function plant(path: string, code: string): string {
  if (planted.has(`src/${path}`)) throw new Error(`${path} is planted twice`);
  planted.set(`src/${path}`, code);
  return `src/${path}`;
}

/** Every way to name a module from another one. */
const ways: readonly [way: string, code: (specifier: string) => string][] = [
  ['import', (to) => `import { thing } from '${to}';\nexport const held = thing;\n`],
  ['bare', (to) => `import '${to}';\n`],
  ['reexport', (to) => `export { thing } from '${to}';\n`],
  ['star', (to) => `export * from '${to}';\n`],
  ['dynamic', (to) => `export const later = () => import('${to}');\n`],
  ['inline-type', (to) => `import { type Thing } from '${to}';\nexport type Held = Thing;\n`],
];
const typeWays: readonly [way: string, code: (specifier: string) => string][] = [
  ['type', (to) => `import type { Thing } from '${to}';\nexport type Held = Thing;\n`],
  ['type-reexport', (to) => `export type { Thing } from '${to}';\n`],
  ['type-query', (to) => `export type Held = import('${to}').Thing;\n`],
];

const pairs = names.flatMap((room) => names.filter((other) => other !== room).map((other) => [room, other] as const));
const isOpen = ([room, other]: readonly [string, string]) => rooms[room]!.rooms.includes(other);
const packages = [
  ...new Set([...Object.values(rooms).flatMap((room) => room.packages), 'react-dom', 'node:fs', 'left-pad']),
].map((name) => name.replace('/*', '/client'));
const opensPackage = (room: string, name: string) =>
  rooms[room]!.packages.some((open) => name === open || (open.endsWith('/*') && name.startsWith(open.slice(0, -1))));
const packagePairs = names.flatMap((room) => packages.map((name) => [room, name] as const));

const plantPairs = (all: readonly (readonly [string, string])[], how: typeof ways) =>
  all.flatMap(([room, other]) =>
    how.flatMap(([way, code]) => [
      plant(`${room}/${way}-of-${other}.ts`, code(`../${other}/planted.ts`)),
      plant(`${room}/inner/${way}-of-${other}.ts`, code(`../../${other}/planted.ts`)),
    ]),
  );
const plantPackages = (all: readonly (readonly [string, string])[], how: typeof ways) =>
  all.flatMap(([room, name]) =>
    how.flatMap(([way, code]) => {
      const file = `package-${name.replaceAll(/[@/:]/g, '-')}`;
      return [
        plant(`${room}/${way}-of-${file}.ts`, code(name)),
        plant(`${room}/${way}-of-${file}-part.ts`, code(`${name}/part`)),
      ];
    }),
  );

const shutRooms = plantPairs(
  pairs.filter((pair) => !isOpen(pair)),
  [...ways, ...typeWays],
);
const openRooms = plantPairs(pairs.filter(isOpen), [...ways, ...typeWays]);
const ownRoom = names.flatMap((room) => [
  plant(`${room}/own.ts`, ways[0]![1]('./planted.ts')),
  plant(`${room}/inner/own.ts`, ways[0]![1]('../planted.ts')),
  // Named like a front door, and its own room's all the same.
  plant(`${room}/inner/client.ts`, ways[0]![1]('../plugin.ts')),
]);
const shutPackages = plantPackages(
  packagePairs.filter(([room, name]) => !opensPackage(room, name)),
  ways,
);
const shutPackageTypes = plantPackages(
  packagePairs.filter(([room, name]) => !opensPackage(room, name)),
  typeWays,
);
const openPackages = plantPackages(
  packagePairs.filter(([room, name]) => opensPackage(room, name)),
  [...ways, ...typeWays],
);
const frontDoors = names.flatMap((room) =>
  [...ways, ...typeWays].flatMap(([way, code]) => [
    plant(`${room}/${way}-of-door.ts`, code('../index.ts')),
    plant(`${room}/inner/${way}-of-door.ts`, code('../../plugin.ts')),
    plant(`${room}/${way}-of-own-name.ts`, code('elicitkit')),
    plant(`${room}/${way}-of-own-name-part.ts`, code('elicitkit/server')),
  ]),
);
const outside = names.flatMap((room) => [
  plant(`${room}/outside.ts`, ways[0]![1]('../../demo/server.ts')),
  plant(
    `${room}/detour.ts`,
    ways[0]![1](`../../src/${names.find((other) => other !== room && !isOpen([room, other]))}/planted.ts`),
  ),
]);
const computed = names.map((room) => plant(`${room}/computed.ts`, 'export const load = (id: string) => import(id);\n'));
const doors = names.map((room) => plant(`door-to-${room}.ts`, ways[0]![1](`./${room}/planted.ts`)));
const unlisted = plant('attic/planted.ts', ways[0]![1]('../protocol/planted.ts'));

beforeAll(() => {
  for (const [path, code] of planted) {
    mkdirSync(join(house, dirname(path)), { recursive: true });
    writeFileSync(join(house, path), code);
  }
  cpSync(join(root, 'lint'), join(house, 'lint'), { recursive: true });
  cpSync(join(root, 'oxlint.config.mjs'), join(house, 'oxlint.config.mjs'));
  symlinkSync(join(root, 'node_modules'), join(house, 'node_modules'));
  breaches = lint();
});
afterAll(() => rmSync(house, { recursive: true, force: true }));

/** What the wall rule says, by file. */
function lint(): Map<string, string> {
  let output: string;
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  try {
    output = execFileSync(process.execPath, [oxlint, '-c', 'oxlint.config.mjs', '--format=json', 'src'], {
      cwd: house,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 1 << 28,
    });
  } catch (error) {
    output = (error as { stdout: string }).stdout;
  }
  const { diagnostics, number_of_files } = JSON.parse(output) as {
    diagnostics: { code: string; filename: string; message: string }[];
    number_of_files: number;
  };
  expect(number_of_files).toBe(planted.size);
  return new Map(diagnostics.filter((d) => d.code === 'walls(rooms)').map((d) => [d.filename, d.message]));
}

const caught = (files: readonly string[]) => files.filter((file) => breaches.has(file));

describe('the walls between rooms', () => {
  it('catch every import of a shut room, types too', () => {
    expect(shutRooms.length).toBeGreaterThan(0);
    expect(caught(shutRooms)).toEqual(shutRooms);
  });

  it('let every open room through', () => {
    expect(openRooms.length).toBeGreaterThan(0);
    expect(caught(openRooms)).toEqual([]);
  });

  it("let a room's own files through", () => expect(caught(ownRoom)).toEqual([]));

  it('catch every value import of a shut package, and of packages that no room names', () => {
    expect(shutPackages.length).toBeGreaterThan(0);
    expect(caught(shutPackages)).toEqual(shutPackages);
  });

  it('let type imports of a shut package through', () => {
    expect(shutPackageTypes.length).toBeGreaterThan(0);
    expect(caught(shutPackageTypes)).toEqual([]);
  });

  it('let every open package through', () => {
    expect(openPackages.length).toBeGreaterThan(0);
    expect(caught(openPackages)).toEqual([]);
  });

  it('catch a room that opens a front door, by path or by name', () => expect(caught(frontDoors)).toEqual(frontDoors));

  it('catch a room that leaves src', () => expect(caught(outside)).toEqual(outside));

  it('catch an import that cannot be read', () => expect(caught(computed)).toEqual(computed));

  it('let front doors open every room', () => expect(caught(doors)).toEqual([]));

  it('catch a room without a row', () => expect(breaches.get(unlisted)).toContain('has no row'));

  it('name what may be opened instead', () => {
    expect(breaches.get('src/chat/import-of-mcp.ts')).toBe('src/chat may open: base, protocol, tool, session, store.');
    expect(breaches.get('src/tool/import-of-package-effection.ts')).toContain('src/tool may import: zod.');
  });
});

it('every folder of src has a row in the table', () => {
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((folder) => folder.name).filter((name) => !names.includes(name))).toEqual([]);
});
