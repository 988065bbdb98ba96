import { fileURLToPath } from 'node:url';
import { build as buildWithEsbuild } from 'esbuild';
import { build } from 'vite';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages that a page loads at once, and those that it may load later. */
async function packagesFor(name: string, door = 'index'): Promise<{ atOnce: string[]; later: string[] }> {
  const entry = 'virtual:page';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id.endsWith(entry) ? entry : undefined),
        load: (id) => (id === entry ? `export { ${name} } from ${JSON.stringify(`${root}src/${door}.ts`)}` : undefined),
      },
    ],
    build: {
      write: false,
      lib: { entry, formats: ['es'] },
      rolldownOptions: { external: (id) => !id.startsWith('.') && !id.startsWith('/') && !id.endsWith(entry) },
    },
  });
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : 'output' in built ? built.output : [];
  const chunks = outputs.filter((output) => output.type === 'chunk');
  const files = new Set(chunks.map(({ fileName }) => fileName));
  const loaded = new Set<string>();
  const load = (fileName: string) => {
    if (loaded.has(fileName)) return;
    loaded.add(fileName);
    chunks.find((chunk) => chunk.fileName === fileName)?.imports.forEach(load);
  };
  chunks.filter(({ isEntry }) => isEntry).forEach(({ fileName }) => load(fileName));
  const atOnce = [...loaded].filter((file) => !files.has(file));
  const later = chunks.flatMap(({ imports }) => imports).filter((file) => !files.has(file) && !loaded.has(file));
  return { atOnce, later };
}

const dialogPackages = ['@radix-ui/react-dialog', 'get-nonce'];

it('loads the packages of the dialog for an outlet later, if it is to ask in one', async () => {
  const { atOnce, later } = await packagesFor('ElicitOutlet');
  expect(atOnce).toContain('react');
  expect(atOnce.filter((name) => dialogPackages.includes(name))).toEqual([]);
  expect(later).toEqual(expect.arrayContaining(dialogPackages));
});

it('loads them at once for the dialog itself, so this test can tell', async () => {
  const { atOnce } = await packagesFor('ElicitDialog', 'dialog');
  expect(atOnce).toEqual(expect.arrayContaining(dialogPackages));
});

/** The files of ours that a page built with esbuild, which splits by file, loads at once. */
async function filesAtOnce(code: string): Promise<string[]> {
  const { metafile } = await buildWithEsbuild({
    stdin: { contents: code, resolveDir: `${root}src`, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    packages: 'external',
    write: false,
    metafile: true,
    outdir: 'out',
  });
  const loaded = new Set<string>();
  const load = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    const imported = metafile.outputs[path]?.imports ?? [];
    imported
      .filter(({ kind, external }) => kind === 'import-statement' && !external)
      .forEach((chunk) => load(chunk.path));
  };
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === '<stdin>');
  if (entry !== undefined) load(entry[0]);
  return [...loaded].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
}

const isLazy = (file: string) => /ui\/(schema-form|elicit-dialog|url-consent)\/.*\.tsx$/.test(file);

it('leaves the form, the dialog and the page to open for later in esbuild too', async () => {
  const files = await filesAtOnce(
    `export { createPluginClient, ElicitOutlet, FlightList, PluginSessionProvider, schemaForm } from './index.ts'`,
  );
  expect(files).toContain('src/ui/flight-list/FlightList.tsx');
  expect(files.filter(isLazy)).toEqual([]);
});

it.each([
  ['SchemaForm', 'forms'],
  ['ElicitDialog', 'dialog'],
])('loads %s at once for a page that imports it, so this test can tell', async (name, door) => {
  const files = await filesAtOnce(`export { ElicitOutlet } from './index.ts'; export { ${name} } from './${door}.ts'`);
  expect(files.filter(isLazy)).not.toEqual([]);
});
