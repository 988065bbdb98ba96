import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './scripts/ensure-browsers.mjs';
import { givenCases, givenTests } from './test/given/plugin.mjs';
import { SlowFirst } from './test/slow-first.ts';

const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: launchOptions() }),
  instances: [{ browser: 'chromium' as const }],
});

const configDir = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** These tests try many random cases, or run in workerd or on a page. They take a third of the time of all unit tests. */
const models = [
  'test/faults/{reordering,turn-model,session-model,processes-model,two-tabs,lying-stores,faulty-stores}.test.ts',
  'test/{store/durable-object-store,examples/cloudflare,command/play}.test.ts',
  'test/client/reduce-model.test.ts',
  'test/form/oracles.test.ts',
];
/** These tests count timers, so nothing that another file left behind may run in their process. */
const timed = [
  'test/faults/{leaks,server-limits}.test.ts',
  'test/chat/{streams,sweep}.test.ts',
  'test/client/{delivery,settles,aside,storage}.test.ts',
  'test/testing/scripted-provider.test.ts',
];
/** Many of these tests wait, for a process, a database or a timer, so one more worker than cores keeps the cores busy. */
const waiting = { environment: 'node', maxWorkers: availableParallelism() + 1 } as const;
const inDocs = ['test/docs/**/*.test.ts', 'docs/examples/*.test.ts'];
/** They test code that runs in browsers alone. */
const inBrowsers = ['test/{ai-sdk-react,client,mcp-client,react,ui}/**'];
const without = process.env['WITHOUT_MODELS'] ? [...models, ...inBrowsers] : [];

const reports = process.env['TEST_REPORTS'];
const report = process.env['TEST_REPORT'] ?? 'vitest';

export default defineConfig({
  plugins: [react(), givenCases()],
  // The demo and the examples import the package by name.
  resolve: { tsconfigPaths: true },
  // Listed so that a cold cache does not reload a page during a test.
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'effection',
      'zod',
      '@radix-ui/react-dialog',
      'get-nonce',
      'axe-core',
      'ai',
      'ai/test',
      '@ai-sdk/react',
      'storybook/internal/csf',
      'storybook/internal/docs-tools',
      'storybook/test',
      'storybook/viewport',
    ],
  },
  test: {
    // By default, Vitest leaves one core free: half of a machine with two.
    maxWorkers: availableParallelism(),
    // Give a busy machine time. A test that waits in vain still fails.
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
    sequence: { sequencer: SlowFirst },
    ...(reports && { reporters: ['default', 'json'], outputFile: { json: `${reports}/${report}.json` } }),
    coverage: { provider: 'v8', include: ['src/**'], exclude: ['**/*.css'], reporter: ['text', 'lcov'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          ...waiting,
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'test/{package,engines}/**', ...inDocs, ...timed, ...givenTests, ...without],
          // One load of the sources serves many files: loading them takes longer than most tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit alone', ...waiting, include: timed, exclude: without } },
      {
        // An example keeps its server and its client in its module, so each file loads its own.
        extends: true,
        test: { name: 'docs', ...waiting, include: inDocs, exclude: givenTests },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: { enabled: true, only: true, include: ['test/types/**/*.test-d.ts'] },
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/**/*.test.tsx', 'docs/examples/*.test.tsx'],
          exclude: ['**/node_modules/**', ...givenTests],
          setupFiles: ['test/fresh-storage.ts', 'test/console-guard.ts'],
          browser: browser(),
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [storybookTest({ configDir: configDir('.storybook') })],
        // axe checks every element of a story, and some stories have thousands.
        test: { name: 'stories', browser: browser(), testTimeout: 120_000, sequence: { groupOrder: 2 } },
      },
      ...['de', 'ar'].map((locale, index) => ({
        extends: true as const,
        plugins: [storybookTest({ configDir: configDir('.storybook'), tags: { include: ['play-fn'] } })],
        test: {
          name: `stories in ${locale}`,
          browser: browser(),
          env: { VITE_LOCALE: locale },
          sequence: { groupOrder: 3 + index },
        },
      })),
      {
        // The same steps in Chromium, Firefox and WebKit, each by a driver of its own.
        extends: true,
        test: {
          name: 'engines',
          environment: 'node',
          maxWorkers: 3,
          include: ['test/engines/*.test.ts'],
          globalSetup: ['test/engines/site.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 5 },
        },
      },
      {
        // The built, packed and installed package. Slow, so it runs alone and last.
        extends: true,
        test: {
          name: 'package',
          ...waiting,
          include: ['test/package/**/*.test.ts'],
          globalSetup: ['test/package/pack.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
});
