import { defineConfig } from '@playwright/test';
import { launchOptions } from '../../scripts/ensure-browsers.mjs';

/** Our apps in the web page of the MCP Inspector. `npm run inspector` installs it first, and says where. */
export default defineConfig({
  testDir: '.',
  outputDir: '../../node_modules/.cache/inspector-results',
  // An Inspector has one connection to each server, so its pages take turns.
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: launchOptions(),
    locale: 'en-US',
    actionTimeout: 20_000,
    baseURL: process.env['INSPECTOR_URL'],
  },
});
