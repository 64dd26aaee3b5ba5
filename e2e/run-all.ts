import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../server/src/platform/database/database.ts';
import { createLog } from '../server/src/platform/log.ts';
import { firstStart } from '../server/test/first-start.ts';
import { findBrowser } from './find-browser.ts';
import { runShop } from './running-shop.ts';

// `npm test`: everything a change must pass, quick checks first, closing with one line of figures.

type Count = { passed: number; failed: number; skipped: string[] };
type Step = { name: string; run: () => Promise<Count> };

/** Of what passes or fails as one. */
const sound: Count = { passed: 1, failed: 0, skipped: [] };
/** Also of a suite that left no report. */
const broken: Count = { passed: 0, failed: 1, skipped: [] };

const root = fileURLToPath(new URL('..', import.meta.url));
const files = mkdtempSync(join(tmpdir(), 'reprise-tests-'));

/** Side by side, as none of them keeps two processors busy; within a row one waits for the one before it. */
const checks: Step[][] = [
  [
    { name: 'types', run: () => check('types') },
    // Looks at what the types of the routes bring along.
    { name: 'unused code', run: () => check('unused') },
  ],
  [
    { name: 'lint and format', run: () => check('lint') },
    { name: 'build of the web app', run: () => check('build') },
    { name: 'first start, with the demo', run: makeDemoShop },
  ],
];
const suites: Step[] = [
  { name: 'rules, API on both databases, running shops', run: vitest },
  { name: 'browser journeys', run: playwright },
];

const total: Count = { passed: 0, failed: 0, skipped: [] };
await Promise.all([...checks.map(runSteps), makeEmptyShop()]);
await runSteps(suites);
rmSync(files, { recursive: true, force: true });

for (const name of total.skipped) console.log(`skipped: ${name}`);
const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);

/** Shops of tests begin with a copy of it: a first start takes several seconds, most of them for an empty database. */
async function makeEmptyShop(): Promise<void> {
  const dataDir = join(files, 'empty-shop');
  const database = await openDatabase({ dataDir, log: createLog('error') });
  await firstStart(database);
  await database.close();
  process.env.EMPTY_SHOP = dataDir;
}

/** As a newcomer does: `npm start` on an empty folder. Shops of tests that want the demo begin with a copy of it. */
async function makeDemoShop(): Promise<Count> {
  const dataDir = join(files, 'demo-shop');
  try {
    const shop = await runShop({ dataDir, demo: true });
    if ((await shop.stop()) !== 0) return broken;
  } catch (error) {
    console.error(error);
    return broken;
  }
  process.env.DEMO_SHOP = dataDir;
  return sound;
}

async function runSteps(steps: Step[]): Promise<void> {
  for (const { name, run } of steps) {
    const started = performance.now();
    console.log(`\n— ${name}`);
    const count = await run();
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`— ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
    total.passed += count.passed;
    total.failed += count.failed;
    total.skipped.push(...count.skipped);
  }
}

/** A command that passes or fails as one; what it says is printed in one piece. */
async function check(command: string): Promise<Count> {
  const child = spawn('npm', ['run', command, '--silent'], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(said));
  return status === 0 ? sound : broken;
}

async function vitest(): Promise<Count> {
  const file = join(files, 'vitest.json');
  const args = [
    'exec',
    '--',
    'vitest',
    'run',
    '--project=!attacks',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const status = await run(args);
  const report = readReport<{
    numPassedTests: number;
    numFailedTests: number;
    testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[];
  }>(file);
  if (!report) return broken;
  const tests = report.testResults.flatMap((result) => result.assertionResults);
  const skipped = tests.filter(({ status }) => status === 'pending' || status === 'skipped');
  // A file that does not load fails the run without a failed test in it.
  const failed = report.numFailedTests || (status === 0 ? 0 : 1);
  return { passed: report.numPassedTests, failed, skipped: skipped.map(({ fullName }) => fullName) };
}

async function playwright(): Promise<Count> {
  const file = join(files, 'playwright.json');
  const status = await run(['exec', '--', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'], {
    CHROMIUM_PATH: findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  }>(file);
  if (!report) return broken;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky || (status === 0 ? 0 : 1);
  return { passed: expected, failed, skipped: skipped > 0 ? [`${skipped} browser journeys`] : [] };
}

async function run(args: string[], more: Record<string, string> = {}): Promise<number | null> {
  const child = spawn('npm', args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...more } });
  const [status] = await once(child, 'close');
  return status;
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
