import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** The long suite: every screen in every look, and the journeys beyond the main ones. `npm run test:browser`. */
export default defineConfig(journeys, {
  use: { serviceWorkers: 'allow' },
  grepInvert: [],
  projects: [
    { name: 'screens', testDir: './browser', timeout: 300_000 },
    { name: 'further journeys', testDir: './journeys', grep: /@further/ },
  ],
});
