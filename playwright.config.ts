import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/ensure-chromium.mjs';

const reports = process.env['TEST_REPORTS'];

export default defineConfig({
  testDir: 'test/flows',
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 30_000,
  reporter: reports ? [['list'], ['json', { outputFile: `${reports}/playwright.json` }]] : 'list',
  use: {
    // The port is whichever was free: the server says so when it is up.
    baseURL: process.env['DEMO_URL'],
    launchOptions: launchOptions(),
    locale: 'en-US',
    timezoneId: 'Asia/Tokyo',
  },
  webServer: {
    command: 'vite build --config demo/vite.config.ts && vite preview --config demo/vite.config.ts',
    wait: { stdout: /Local:\s+(?<demo_url>http:\/\/[\w.:]+)/ },
    env: { NO_COLOR: '1', NODE_NO_WARNINGS: '1' },
    reuseExistingServer: false,
  },
});
