import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './find-browser.ts';

/** Tag of the journeys that `npm test` runs. Other tags name the slices that a journey crosses. */
const main = /@main\b/;

export default defineConfig({
  outputDir: '../test-results',
  globalSetup: './open-shop.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : [['list']],
  projects: [
    { name: 'main', testDir: './journeys', grep: main },
    { name: 'further', testDir: './journeys', grepInvert: main },
    // Every screen in every color scheme and width.
    { name: 'screens', testDir: './browser', timeout: 300_000, use: { serviceWorkers: 'allow' } },
  ],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env.SHOP_URL,
    viewport: { width: 1280, height: 900 },
    actionTimeout: 20_000,
    // Registering a service worker takes a seventh of a journey's time; journeys about it allow it.
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
