import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';
import { givenCases, givenTests } from '../given/plugin.mjs';
import { ownPage } from '../own-page.ts';

const packages = fileURLToPath(new URL('node_modules', import.meta.url));
const reports = process.env['TEST_REPORTS'];

// React affects the outlet, the components, the focus and server-rendered HTML. Style sheets and form rules are the same
// on every React.
const tests = [
  'test/react-18/*.check.tsx',
  'test/react/**/*.test.tsx',
  'test/ui/*.test.tsx',
  'test/ui/schema-form/schema-form.test.tsx',
];
const styles = [
  'test/ui/{hosts-*,core-styles,forced-colors,languages,large-text,reduced-motion,room,sticky-footer}.test.tsx',
  'test/ui/schema-form/languages.test.tsx',
];

/** The tests of components and outlet on React 18: `npm run test:react-18`. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  cacheDir: `${packages}/.vite`,
  plugins: [react(), givenCases()],
  resolve: {
    tsconfigPaths: true,
    alias: [{ find: /^(react|react-dom)(\/.*)?$/, replacement: `${packages}/$1$2` }],
  },
  optimizeDeps: {
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'effection',
      'zod',
      '@radix-ui/react-dialog',
    ],
  },
  test: {
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 30_000,
    ...(reports && { reporters: ['default', 'json'], outputFile: { json: `${reports}/react-18.json` } }),
    maxWorkers: availableParallelism(),
    projects: [
      { name: 'shared page', include: tests, exclude: [...styles, ...ownPage] },
      { name: 'own page', include: ownPage.filter((path) => !path.includes('docs/')), exclude: styles },
    ].map(({ name, include, exclude }) => ({
      extends: true as const,
      test: {
        name,
        include,
        exclude: ['**/node_modules/**', ...exclude, ...givenTests],
        setupFiles: ['test/fresh-page.ts', 'test/console-guard.ts'],
        isolate: name === 'own page',
        browser: {
          enabled: true,
          headless: true,
          screenshotFailures: false,
          provider: playwright({ launchOptions: launchOptions() }),
          instances: [{ browser: 'chromium' as const }],
        },
      },
    })),
  },
});
