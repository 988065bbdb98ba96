import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/ensure-browsers.mjs';

const reports = process.env['TEST_REPORTS'];
const report = process.env['TEST_REPORT'] ?? 'playwright';
/** The servers that the asked projects need: to build Storybook takes longer than most flows. */
const needs = (...projects: string[]) =>
  !process.argv.includes('--project') || projects.some((project) => process.argv.includes(project));
/**
 * The page of MCP, a host of MCP servers, and those with the tag `@long`, for a screen's size or a demo that is killed:
 * less of the way of a question than the others, or slow.
 */
const long = /mcp(-host)?\.spec\.ts|layout\.spec\.ts|@long/;
const atDemo = { testDir: 'test/flows', use: { baseURL: process.env['DEMO_URL'] } };

// Each server takes a free port and prints its address.
export default defineConfig({
  // The demo pauses like a model and a search do, so three workers keep two cores busy.
  workers: 3,
  fullyParallel: true,
  // Give a busy machine time. A test that waits in vain still fails.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: reports ? [['list'], ['json', { outputFile: `${reports}/${report}.json` }]] : 'list',
  use: { launchOptions: launchOptions(), locale: 'en-US', timezoneId: 'Asia/Tokyo' },
  // The same pictures on every system: the tests bring their own typeface.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  projects: [
    { name: 'flows', ...atDemo, grepInvert: long },
    { name: 'flows at length', ...atDemo, grep: long },
    {
      name: 'screenshots',
      testDir: 'test/screenshots',
      testMatch: '*.spec.ts',
      use: { baseURL: process.env['STORYBOOK_URL'] },
    },
  ],
  webServer: [
    needs('flows', 'flows at length') && {
      command: 'vite build --config demo/vite.config.ts && vite preview --config demo/vite.config.ts -- --memory',
      wait: { stdout: /Local:\s+(?<demo_url>http:\/\/[\w.:]+)/ },
      env: { NO_COLOR: '1', NODE_NO_WARNINGS: '1' },
      reuseExistingServer: false,
    },
    needs('screenshots') && {
      command: 'npm run build-storybook && node scripts/serve-storybook.mjs',
      wait: { stdout: /Storybook:\s+(?<storybook_url>http:\/\/\S+)/ },
      env: { NO_COLOR: '1', NODE_NO_WARNINGS: '1' },
      timeout: 240_000,
      reuseExistingServer: false,
    },
  ].filter((server) => server !== false),
});
