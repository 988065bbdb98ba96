import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { expect, it } from 'vitest';

const door = fileURLToPath(new URL('../../src/index.ts', import.meta.url));

/** The packages that a page loads at once, and those that it may load later. */
async function packagesFor(name: string): Promise<{ atOnce: string[]; later: string[] }> {
  const entry = 'virtual:page';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id.endsWith(entry) ? entry : undefined),
        load: (id) => (id === entry ? `export { ${name} } from ${JSON.stringify(door)}` : undefined),
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
  const { atOnce } = await packagesFor('ElicitDialog');
  expect(atOnce).toEqual(expect.arrayContaining(dialogPackages));
});
