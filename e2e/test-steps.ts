import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { openDatabase } from '../server/src/platform/database/open-database.ts';
import { createLog } from '../server/src/platform/log.ts';
import { createSchema } from '../server/test/create-schema.ts';
import { findBrowser } from './find-browser.ts';
import { runShop } from './running-shop.ts';

// Steps of `npm test` and `npm run test:all`. Both end with one line of totals.

/**
 * `failures` names failed tests with the first line of their message, and `files` the milliseconds that each test file
 * took, as far as a step reports them.
 */
type Count = {
  passed: number;
  failed: number;
  failures: string[];
  skipped: string[];
  files?: { name: string; ms: number }[];
};
export type Step = { name: string; run: () => Promise<Count> };

/** Result of a step that counts as one passed test. */
const passed: Count = { passed: 1, failed: 0, failures: [], skipped: [] };
/** Result of a step that counts as one failed test, or that left no report. */
const failed: Count = { passed: 0, failed: 1, failures: [], skipped: [] };

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reprise-tests-'));
// Temporary files of all steps, so that killed tests leave none after a run. Root starts PostgreSQL as another user.
chmodSync(folder, 0o755);
process.env.TMPDIR = folder;
const total = { passed: 0, failed: 0, failures: [], skipped: [], files: [] } as Required<Count>;

/** Runs the steps in sequence and adds up their counts. */
export async function runSteps(steps: Step[]): Promise<void> {
  for (const { name, run } of steps) {
    const started = performance.now();
    console.log(`\n— ${name}`);
    const count = await run();
    const seconds = Math.round((performance.now() - started) / 1000);
    console.log(`— ${name}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`);
    total.passed += count.passed;
    total.failed += count.failed;
    const failures = count.failures.length > 0 ? count.failures : ['see its output'];
    if (count.failed > 0) total.failures.push(...failures.map((failure) => `${name}: ${failure}`));
    total.skipped.push(...count.skipped);
    total.files.push(...(count.files ?? []).map((file) => ({ ...file, name: `${name}: ${file.name}` })));
  }
}

/**
 * Prints the slowest files, what failed, then the closing line, and ends the process. A log that was cut still ends
 * with the failures.
 */
export function closeRun(): never {
  rmSync(folder, { recursive: true, force: true });
  const slowest = total.files.toSorted((a, b) => b.ms - a.ms).slice(0, 20);
  for (const { name, ms } of slowest) console.log(`${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
  for (const name of total.skipped) console.log(`skipped: ${name}`);
  for (const failure of total.failures) console.log(`failed: ${failure}`);
  const skipped = total.skipped.length > 0 ? `, ${total.skipped.length} skipped` : '';
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
  process.exit(total.failed === 0 ? 0 : 1);
}

/** Runs a script of package.json that counts as one test; prints its output at its end. */
export const script = (name: string, command: string): Step => ({
  name,
  run: async () => {
    const child = spawn('npm', ['run', command, '--silent'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    child.stdout.on('data', (chunk) => output.push(chunk));
    child.stderr.on('data', (chunk) => output.push(chunk));
    const [status] = await once(child, 'close');
    process.stdout.write(Buffer.concat(output));
    return status === 0 ? passed : failed;
  },
});

/** Runs a program that ends with its own line of totals. */
export const program = (name: string, file: string): Step => ({
  name,
  run: async () => {
    const child = spawn(process.execPath, [file], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    const [status] = await once(child, 'close');
    const [, passed, failed] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
    const failures = Number(failed ?? 0);
    return {
      passed: Number(passed ?? 0),
      failed: failures || (status === 0 ? 0 : 1),
      failures: [],
      skipped: [],
    };
  },
});

/**
 * Creates an empty shop. Tests start from a copy of it, because a first start takes several seconds, most of them
 * for the database.
 */
export const emptyShop: Step = {
  name: 'first start',
  run: async () => {
    const dataDir = join(folder, 'empty-shop');
    const database = await openDatabase({ dataDir, log: createLog('error') });
    await createSchema(database);
    await database.close();
    process.env.EMPTY_SHOP = dataDir;
    return passed;
  },
};

/** `npm start` on an empty folder, as for a new user. Tests that need the demo copy this shop. */
export const demoShop: Step = {
  name: 'first start with the demo',
  run: async () => {
    const dataDir = join(folder, 'demo-shop');
    try {
      const shop = await runShop({ dataDir, demo: true });
      if ((await shop.stop()) !== 0) return failed;
    } catch (error) {
      console.error(error);
      return failed;
    }
    process.env.DEMO_SHOP = dataDir;
    return passed;
  },
};

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: VitestResult[];
  }[];
};
type VitestResult = { status: string; fullName: string; tags: string[]; failureMessages: string[] | null };

const firstLine = (text: string | undefined) => text?.trim().split('\n', 1)[0] ?? '';

function vitestFailures({ testResults }: VitestReport): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((result) => result.status === 'failed');
    const file = relative(root, name);
    // A file that fails to load has a message and no failed test.
    if (tests.length === 0) return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
    return tests.map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`);
  });
}

/** Selects tests tagged slow, the others, or both. */
type Speed = 'slow' | 'fast' | 'any';

export const vitest = (
  name: string,
  args: string[],
  { speed = 'any', environment = {} }: { speed?: Speed; environment?: Record<string, string> } = {},
): Step => ({
  name,
  run: async () => {
    const file = join(folder, 'vitest.json');
    const filters = { slow: ['--tags-filter=slow'], fast: ['--tags-filter=!slow'], any: [] };
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const status = await npmExec(['vitest', 'run', ...args, ...filters[speed], ...reporters], environment);
    const report = readReport<VitestReport>(file);
    if (!report) return failed;
    // Vitest reports tests that the filter leaves out as skipped.
    const isLeftOut = (tags: string[]) => speed !== 'any' && tags.includes('slow') !== (speed === 'slow');
    const skipped = report.testResults
      .flatMap((result) => result.assertionResults)
      .filter(({ status, tags }) => ['pending', 'skipped'].includes(status) && !isLeftOut(tags))
      .map(({ fullName }) => fullName);
    // A file that fails to load fails the run without a failed test in it.
    const failures = report.numFailedTests || (status === 0 ? 0 : 1);
    return {
      passed: report.numPassedTests,
      failed: failures,
      failures: vitestFailures(report),
      skipped,
      files: report.testResults.map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        ms: endTime - startTime,
      })),
    };
  },
});

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  suites?: PlaywrightSuite[];
};
type PlaywrightSuite = {
  specs: {
    title: string;
    file: string;
    ok: boolean;
    tests: { results: { duration: number; error?: { message?: string } }[] }[];
  }[];
  suites?: PlaywrightSuite[];
};

function playwrightFailures(suites: PlaywrightSuite[] = []): string[] {
  return suites.flatMap(({ specs, suites: inner }) => {
    const failed = specs.filter(({ ok }) => !ok);
    const lines = failed.map(({ title, file, tests }) => {
      const error = tests.flatMap(({ results }) => results).find((result) => result.error)?.error;
      return `${file}: ${title}: ${failureOf(stripVTControlCharacters(error?.message ?? ''))}`;
    });
    return [...lines, ...playwrightFailures(inner)];
  });
}

/** Sums up the durations of the journeys of each file. */
function playwrightFiles(suites: PlaywrightSuite[] = []): { name: string; ms: number }[] {
  const specsOf = (suite: PlaywrightSuite): PlaywrightSuite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  return [...Map.groupBy(suites.flatMap(specsOf), ({ file }) => file)].map(([name, specs]) => {
    const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
    return { name, ms: results.reduce((sum, { duration }) => sum + duration, 0) };
  });
}

/** Returns the first line of a message, and the element that an expectation is about. */
function failureOf(message: string): string {
  const locator = /^Locator: .*$/m.exec(message)?.[0];
  return [firstLine(message), locator].filter(Boolean).join(', ');
}

/** Runs Playwright with these arguments; installs a browser if none is found. */
export const playwright = (name: string, args: string[]): Step => ({
  name,
  run: async () => {
    const file = join(folder, 'playwright.json');
    const command = ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args];
    const status = await npmExec(command, {
      CHROMIUM_PATH: findBrowser(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
    });
    const report = readReport<PlaywrightReport>(file);
    if (!report) return failed;
    const { expected, unexpected, flaky, skipped } = report.stats;
    const failures = unexpected + flaky || (status === 0 ? 0 : 1);
    return {
      passed: expected,
      failed: failures,
      failures: playwrightFailures(report.suites),
      files: playwrightFiles(report.suites),
      skipped: skipped > 0 ? [`${skipped} browser journeys`] : [],
    };
  },
});

async function npmExec(args: string[], environment: Record<string, string>): Promise<number | null> {
  const child = spawn('npm', ['exec', '--', ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  const [status] = await once(child, 'close');
  return status;
}

/** Reads and deletes a report, so that a later step cannot take it for its own. */
function readReport<T>(file: string): T | undefined {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as T;
    rmSync(file);
    return report;
  } catch {
    return undefined;
  }
}
