import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

export default defineConfig({
  testDir: './journeys',
  // The main journeys; the others are told by `npm run test:browser`.
  grepInvert: /@further/,
  outputDir: '../test-results',
  globalSetup: './open-shop.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.SHOP_URL,
    viewport: { width: 1280, height: 900 },
    actionTimeout: 10_000,
    // What it keeps is kept anew for every story, a seventh of all time; stories about it let it in.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
});
