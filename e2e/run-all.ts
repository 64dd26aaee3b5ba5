import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './find-browser.ts';

// `npm test`: everything a change must pass, quick checks first, closing with one line of figures.

type Count = { passed: number; failed: number; skipped: string[] };
type Step = { name: string; run: () => Count };

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = mkdtempSync(join(tmpdir(), 'reprise-reports-'));

const steps: Step[] = [
  { name: 'types', run: () => command('npm', ['run', 'types', '--silent']) },
  { name: 'lint and format', run: () => command('npm', ['run', 'lint', '--silent']) },
  { name: 'unused code', run: () => command('npm', ['run', 'unused', '--silent']) },
  { name: 'build of the web app', run: () => command('npm', ['run', 'build', '--silent']) },
  { name: 'rules, API on both databases, running shops', run: vitest },
  { name: 'browser journeys', run: playwright },
];

const total: Count = { passed: 0, failed: 0, skipped: [] };
for (const step of steps) {
  const started = performance.now();
  console.log(`\n— ${step.name}`);
  const count = step.run();
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`— ${step.name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped.push(...count.skipped);
}
rmSync(reports, { recursive: true, force: true });

for (const name of total.skipped) console.log(`skipped: ${name}`);
const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exit(total.failed === 0 ? 0 : 1);

/** A command that passes or fails as one. */
function command(name: string, args: string[]): Count {
  const { status } = run(name, args);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: [] };
}

function vitest(): Count {
  const file = join(reports, 'vitest.json');
  const args = [
    'exec',
    '--',
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { status } = run('npm', args);
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

function playwright(): Count {
  const file = join(reports, 'playwright.json');
  const { status } = run(
    'npm',
    ['exec', '--', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'],
    {
      CHROMIUM_PATH: findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    },
  );
  const report = readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  }>(file);
  if (!report) return broken;
  const { expected, unexpected, flaky, skipped } = report.stats;
  const failed = unexpected + flaky || (status === 0 ? 0 : 1);
  return { passed: expected, failed, skipped: skipped > 0 ? [`${skipped} browser journeys`] : [] };
}

const broken: Count = { passed: 0, failed: 1, skipped: [] };

function run(name: string, args: string[], more: Record<string, string> = {}) {
  return spawnSync(name, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...more } });
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
