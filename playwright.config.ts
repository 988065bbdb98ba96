import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/ensure-chromium.mjs';

const reports = process.env['TEST_REPORTS'];

export default defineConfig({
  testDir: 'test/flows',
  testMatch: '*.spec.ts',
  workers: 1,
  reporter: reports ? [['list'], ['json', { outputFile: `${reports}/playwright.json` }]] : 'list',
  use: { baseURL: 'http://127.0.0.1:4173', launchOptions: launchOptions() },
  webServer: {
    command: 'vite build --config demo/vite.config.ts && vite preview --config demo/vite.config.ts',
    url: 'http://127.0.0.1:4173',
    reuseExistingServer: false,
  },
});
