import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWebAppIfStale } from '../server/src/boot/build-web-app.ts';
import { type AttackId, attackList } from './attacks/attack-list.ts';
import { findBrowser } from './find-browser.ts';

// `npm run test:attacks` attacks running shops from outside and prints a figure for each number of the list. Words
// select test files, and the list may then be incomplete: `npm run test:attacks -- floods`.

const words = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'reprise-attacks-'));
const report = join(folder, 'report');

await buildWebAppIfStale();
const files = words.length > 0 ? words.map((word) => `e2e/attacks/${word}`) : [];
const { status } = spawnSync('npm', ['exec', '--', 'vitest', 'run', '--project', 'attacks', ...files], {
  stdio: 'inherit',
  env: { ...process.env, ATTACK_REPORT: report, CHROMIUM_PATH: findBrowser() },
});

const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : [];
const results = lines.map((line) => line.split('\t') as [id: AttackId, title: string, figure: string]);
const ids = Object.keys(attackList) as AttackId[];
// Integer keys come first in an object, so the order is 1 to 22, then G1 to G15.
for (const id of ids) {
  for (const [, title, figure] of results.filter(([reported]) => reported === id)) {
    console.log(`${id.padStart(3)}  ${attackList[id]}: ${title}: ${figure}`);
  }
}
const missing = words.length > 0 ? [] : ids.filter((id) => !results.some(([reported]) => reported === id));
for (const id of missing) console.log(`${id.padStart(3)}  ${attackList[id]}: no passed attack`);
rmSync(folder, { recursive: true, force: true });
const failed = status === 0 ? missing.length : Math.max(1, missing.length);
console.log(`\n${results.length} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
