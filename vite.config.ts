import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from './scripts/ensure-browsers.mjs';
import { givenCases, givenTests } from './test/given/plugin.mjs';
import { ownPage } from './test/own-page.ts';
import { SlowFirst } from './test/slow-first.ts';

const browser = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({ launchOptions: launchOptions() }),
  instances: [{ browser: 'chromium' as const }],
});

const configDir = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/**
 * These tests try many random cases, kill processes, wait for leases and clocks, start a process for each case, build
 * pages, or run in workerd. They take more time than all other unit tests, and find least often what a change breaks.
 */
const long = [
  'test/faults/{branch,going-back,people,processes,session,turn}-model.test.ts',
  'test/faults/{clocks,cuts,durable-restarts,faulty-stores,hostile-streams,kills,leaks,lying-stores}.test.ts',
  'test/faults/{reloads,reordering,server-limits,several-processes,silent-stores,two-tabs,waiting-kills}.test.ts',
  'test/everywhere/{ag-ui,answers,documented-program,play,refused,stdio,terminal}.test.ts',
  'test/{ask/from-ask-generator,chat/sleeping-tools,mcp/parity,session/journal-limits}.test.ts',
  'test/{client/reduce-model,form/oracles,travel/corrupt,mcp/memory}.test.ts',
  'test/mcp-client/{apps,hostile-servers}.test.ts',
  'test/store/{durable-object-store,file-store-*}.test.ts',
  'test/command/{apps,play,serve}.test.ts',
  'test/examples/{ask,cloudflare,cluster,mcp-server,serverless}.test.ts',
  'test/{client/bundle,react/dialog-bundle,demo/hot-reload}.test.ts',
];
/** These tests count timers, so nothing that another file left behind may run in their process. */
const timed = [
  'test/chat/{streams,sweep}.test.ts',
  'test/client/{delivery,settles,aside,storage}.test.ts',
  'test/testing/scripted-provider.test.ts',
];
/**
 * What components look like on many kinds of pages, in each language, size and colour scheme of a system; and every
 * documented tool on a page, which is as long.
 */
const looks = [
  'test/ui/{core-styles,hosts-*,languages,large-text,room,sticky-footer}.test.tsx',
  'test/everywhere/page.test.tsx',
];
/** These tests install frameworks that weigh hundreds of megabytes. */
const frameworks = [
  'test/package/{agents,ai-sdk-7,kits,recipe-next,example-{ag-ui,ai-sdk,assistant-ui,langgraph,restate},ext-apps,new-next}.test.ts',
];
/** Many of these tests wait, for a process, a database or a timer, so one more worker than cores keeps the cores busy. */
const waiting = { environment: 'node', maxWorkers: availableParallelism() + 1 } as const;
const inDocs = ['test/docs/**/*.test.ts', 'docs/examples/*.test.ts'];
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
      '@guidepup/virtual-screen-reader',
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
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
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
          exclude: ['**/node_modules/**', 'test/{package,engines}/**', ...inDocs, ...timed, ...long, ...givenTests],
          // One load of the sources serves many files: loading them takes longer than most tests.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'unit alone', ...waiting, include: timed } },
      { extends: true, test: { name: 'unit at length', ...waiting, include: long } },
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
      ...[
        { name: 'browser', include: ['test/**/*.test.tsx'], exclude: [...looks, ...ownPage], groupOrder: 1 },
        { name: 'browser alone', include: ownPage, exclude: [], groupOrder: 1 },
        { name: 'looks', include: looks, exclude: [], groupOrder: 3 },
      ].map(({ name, include, exclude, groupOrder }) => ({
        extends: true as const,
        test: {
          name,
          include,
          exclude: ['**/node_modules/**', ...givenTests, ...exclude],
          setupFiles: ['test/fresh-page.ts', 'test/console-guard.ts'],
          browser: browser(),
          // One load of the sources serves many files, as in Node. Style sheets that a file loads stay in the page.
          isolate: name !== 'browser',
          sequence: { groupOrder },
        },
      })),
      ...['en', 'de', 'ar'].map((locale) => ({
        extends: true as const,
        plugins: [
          storybookTest({
            configDir: configDir('.storybook'),
          }),
        ],
        test: {
          name: locale === 'en' ? 'stories' : `stories in ${locale}`,
          browser: browser(),
          env: { VITE_LOCALE: locale },
          // In English, axe reads each story. In the others, the longest words and those from right to left, each is
          // looked at in every width and colour scheme.
          ...(locale !== 'en' && { setupFiles: ['test/stories/every-look.ts'] }),
          // One load of Storybook and the sources serves all stories, as it does when people browse them.
          isolate: false,
          // The other two run side by side, each in one tab.
          ...(locale !== 'en' && { maxWorkers: 1 }),
          // axe checks every element of a story in English, and some stories have thousands.
          testTimeout: 120_000,
          sequence: { groupOrder: locale === 'en' ? 2 : 4 },
        },
      })),
      // The same steps in Firefox, WebKit and Chromium, each by a driver of its own.
      ...[
        { name: 'engines', include: ['test/engines/{firefox,webkit}.test.ts'] },
        { name: 'engines, Chromium', include: ['test/engines/chromium.test.ts'] },
      ].map(({ name, include }) => ({
        extends: true as const,
        test: {
          name,
          environment: 'node' as const,
          maxWorkers: 3,
          include,
          globalSetup: ['test/engines/site.ts'],
          sequence: { groupOrder: 5 },
        },
      })),
      // The built, packed and installed package. Slow, so it runs alone and last.
      ...[
        { name: 'package', include: ['test/package/**/*.test.ts'], exclude: frameworks },
        { name: 'frameworks', include: frameworks, exclude: [] },
      ].map(({ name, include, exclude }) => ({
        extends: true as const,
        test: {
          name,
          ...waiting,
          include,
          exclude: ['**/node_modules/**', ...exclude],
          globalSetup: ['test/package/pack.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 6 },
        },
      })),
    ],
  },
});
