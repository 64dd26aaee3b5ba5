import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

// `npm run test:browser`: the long suite in a browser. Every screen in every look with axe, the journeys beyond
// the main ones, then Lighthouse beside a bare page. Takes more than half an hour on two cores.

const steps = [
  ['npm', ['run', 'build', '--silent']],
  ['npm', ['exec', '--', 'playwright', 'test', '--config', 'e2e/browser.config.ts']],
  [process.execPath, ['e2e/browser/lighthouse.ts']],
] as const;

let failed = 0;
for (const [command, args] of steps) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM_PATH: findBrowser() },
  });
  if (status !== 0) failed++;
}
console.log(`\n${steps.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
