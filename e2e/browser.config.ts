import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** The long suite: every screen in every look. `npm run test:browser`. */
export default defineConfig(journeys, { testDir: './browser', timeout: 300_000 });
