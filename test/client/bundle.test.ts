import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { readDoors } from '../../scripts/doors.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The modules of zod that esbuild keeps for this code, by their path in zod. */
async function keptOfZod(contents: string): Promise<string[]> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    outdir: 'a-page',
    external: [
      'react',
      'react/*',
      'react-dom',
      'react-dom/*',
      '@radix-ui/*',
      '@modelcontextprotocol/*',
      '@ag-ui/*',
      'node:*',
    ],
    logLevel: 'silent',
  });
  const kept = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return kept.flatMap(([path, { bytesInOutput }]) => {
    const [, module] = path.split('node_modules/zod/');
    return module === undefined || bytesInOutput === 0 ? [] : [module];
  });
}

// zod speaks more than fifty languages: a bundle that holds German holds all of zod.
const german = 'v4/locales/de.js';

const serverDoors = ['./server', './ag-ui', './ai-sdk', './otel', './testing'];
const browserDoors = readDoors().filter(({ kind, path }) => kind === 'module' && !serverDoors.includes(path));

describe('esbuild', () => {
  it.each(browserDoors)('keeps of zod only what $path uses', async ({ source }) => {
    expect(await keptOfZod(`export * from './${source}';`)).not.toContain(german);
  });

  it('would keep all of it for a class reached through z.core, so this test can tell', async () => {
    const code = `import * as z from 'zod'; export const isAsync = (e: unknown) => e instanceof z.core.$ZodAsyncError;`;
    expect(await keptOfZod(code)).toContain(german);
  });
});
