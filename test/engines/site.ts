import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, preview } from 'vite';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the demo. The page of one question is `engines/` below it. */
    site: string;
  }
}

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const demo = { configFile: pathOf('../../demo/vite.config.ts'), mode: 'production', logLevel: 'error' } as const;

/** Builds and serves the demo, and the page of one question beside it, at a free port. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'elicitkit-engines-'));
  const outDir = join(folder, 'site');
  process.env['ELICITKIT_FOLDER'] = join(folder, 'kept');
  await inProduction(async () => {
    await build({ ...demo, build: { outDir, emptyOutDir: true } });
    await build({
      configFile: false,
      mode: 'production',
      logLevel: 'error',
      root: pathOf('.'),
      base: './',
      plugins: [react()],
      resolve: { tsconfigPaths: true },
      build: { outDir: join(outDir, 'engines'), rolldownOptions: { external: ['node:process'] } },
    });
  });
  const server = await preview({ ...demo, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
  provide('site', server.resolvedUrls?.local[0] ?? '');
  return async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}

/** Vitest sets `NODE_ENV` to `test`, and Vite builds React for that. */
async function inProduction(work: () => Promise<void>): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await work();
  } finally {
    process.env['NODE_ENV'] = before;
  }
}
