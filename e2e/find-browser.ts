import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

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
  return candidates.find((path) => path && existsSync(path)) ?? installOnDebian();
}

function installOnDebian(): string {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to one.');
  }
  console.log('Installing Chromium for the browser tests …');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync('apt-get', ['update', '-qq'], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return headlessShell;
}
