// Builds the page, opens it in Chromium and runs all ways of asking in turns.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * @param {{ rounds: number, warmUps: number, names?: string[], minify?: boolean }} options
 * @param {(page: import('playwright').Page, run: () => Promise<object>) => Promise<object>} around - for a profile
 * @returns {Promise<{ times: Record<string, { shown: number[], answered: number[] }>, version: string }>} in milliseconds
 */
export async function measurePage({ rounds, warmUps, names, minify = true }, around = (_page, run) => run()) {
  const outDir = mkdtempSync(join(tmpdir(), 'elicitkit-bench-'));
  try {
    await buildPage(outDir, minify);
    const server = await preview({
      root,
      configFile: false,
      build: { outDir },
      preview: {
        port: 0,
        host: '127.0.0.1',
        // Only a cross-origin isolated page has a clock finer than a tenth of a millisecond.
        headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
      },
    });
    const browser = await chromium.launch(launchOptions());
    try {
      const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
      page.on('pageerror', (error) => console.error(`The page: ${error.message}`));
      await page.goto(server.resolvedUrls.local[0]);
      await page.waitForFunction(() => 'bench' in window && window.crossOriginIsolated);
      const run = () =>
        page.evaluate(
          ([some, count, before]) => window.bench.run(some ?? window.bench.ways, count, before),
          [names, rounds, warmUps],
        );
      return { times: await around(page, run), version: browser.version() };
    } finally {
      await browser.close();
      await server.close();
    }
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

async function buildPage(outDir, minify) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    resolve: {
      alias: [
        { find: /^elicitkit$/, replacement: `${dist}index.js` },
        { find: /^elicitkit\/travel\/(.*)$/, replacement: `${dist}travel-$1.js` },
        { find: /^elicitkit\/(.*)$/, replacement: `${dist}$1.js` },
      ],
      dedupe: ['react', 'react-dom'],
    },
    build: { outDir, emptyOutDir: true, minify, chunkSizeWarningLimit: 5000 },
  });
}
