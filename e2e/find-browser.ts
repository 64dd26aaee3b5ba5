import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installOnDebian } from './install-on-debian.ts';

const headlessShell = '/usr/bin/chromium-headless-shell';

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, the system's or Playwright's. Installs it as root on Debian, else
 * throws with instructions; prefers the headless shell, which makes journeys a quarter faster.
 */
export function findBrowser(): string {
  const candidates = [
    process.env.CHROMIUM_PATH,
    headlessShell,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  return candidates.find((path) => path && existsSync(path)) ?? install();
}

function install(): string {
  if (!installOnDebian('chromium-headless-shell')) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
  }
  return headlessShell;
}
