// What a page of a project loads of what it imports, minified and gzipped, by rolldown (Vite's bundler) and by esbuild.
import { gzipSync } from 'node:zlib';
import { build as buildWithEsbuild } from 'esbuild';
import { build as buildWithVite } from 'vite';

/** What our provider and client load of themselves once a page is up, before anything is asked. */
const onceUp = ['ItemGroup', 'page-parts'];

/** By name. Each gives the code of every chunk that a page loads at start, and once it is up if that `isUp`. */
export const bundlers = { rolldown: chunksOfRolldown, esbuild: chunksOfEsbuild };

/**
 * @param {keyof typeof bundlers} bundler
 * @param {string} project - the folder of the project, without links in its path
 * @param {Record<string, string[]>} imports - the imported names, by specifier
 * @param {string[]} without - packages that the page has anyway or loads on demand
 * @param {boolean} [isUp] - count what the page loads once it is up, too. By default only what it loads at start counts
 * @returns {Promise<number>} in kB of 1 000 bytes; each chunk is compressed by itself, as a server sends it
 */
export async function weigh(bundler, project, imports, without, isUp = false) {
  const chunks = await bundlers[bundler](project, entryOf(imports), without, isUp);
  return chunks.reduce((sum, code) => sum + gzipped(code), 0);
}

/** @returns {number} in kB of 1 000 bytes */
export function gzipped(code) {
  return gzipSync(code, { level: 9 }).length / 1000;
}

/** The code of a page that uses these names. */
function entryOf(imports) {
  const all = Object.values(imports).flat();
  const lines = Object.entries(imports).map(
    ([specifier, names]) => `import { ${names.join(', ')} } from '${specifier}';`,
  );
  return [...lines, `globalThis.used = [${all.join(', ')}];`].join('\n');
}

async function chunksOfRolldown(root, code, without, isUp) {
  const entry = `${root}/a-page.js`;
  const { output } = await buildWithVite({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      rolldownOptions: {
        input: entry,
        // As Vite builds a page: an entry may share what it has with what it loads later.
        preserveEntrySignatures: false,
        external: (id) => without.some((name) => id === name || id.startsWith(`${name}/`)),
      },
    },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? code : undefined),
      },
    ],
  });
  const chunks = output.filter(({ type }) => type === 'chunk');
  const find = (name) => chunks.find(({ fileName }) => fileName === name);
  const entryChunk = chunks.find(({ isEntry }) => isEntry);
  const imported = ({ imports, dynamicImports }) => [...imports, ...(isUp ? dynamicImports.filter(isOnceUp) : [])];
  return loadedAtOnce(entryChunk, (chunk) => imported(chunk).map(find)).map((chunk) => chunk.code);
}

async function chunksOfEsbuild(root, code, without, isUp) {
  const { outputFiles, metafile } = await buildWithEsbuild({
    stdin: { contents: code, resolveDir: root },
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
  const counts = ({ kind, path }) => kind === 'import-statement' || (isUp && isOnceUp(path));
  const imported = ({ imports }) => imports.filter(counts).map(find);
  const textOf = ({ path }) => outputFiles.find((file) => file.path === `${root}/${path}`).text;
  return loadedAtOnce(entryChunk, imported).map(textOf);
}

/** True for the file of a chunk that a page loads once it is up: its name begins with the name of the module. */
const isOnceUp = (path) => onceUp.some((name) => path.split('/').at(-1).startsWith(`${name}-`));

/** The chunks that an entry needs, with those that they need. */
function loadedAtOnce(entryChunk, importedBy) {
  const loaded = new Set([entryChunk]);
  // The loop also visits the chunks it adds to the set.
  for (const chunk of loaded) {
    for (const imported of importedBy(chunk)) if (imported !== undefined) loaded.add(imported);
  }
  return [...loaded];
}
