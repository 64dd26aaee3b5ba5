import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deviceBugs } from './device-bugs.ts';
import { type Bug, withBug } from './known-bug.ts';
import { shopBugs } from './shop-bugs.ts';

// `npm run test:planted` plants each known bug of shops in a copy of the sources and expects the tests named
// beside it to fail. A test that passes does not protect against its bug.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const parts = [
  'contract',
  'extensions',
  'server',
  'e2e',
  'package.json',
  'tsconfig.base.json',
  'vitest.config.ts',
];

function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'reprise-planted-'));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (path) => !/\/(node_modules|build|data)$/.test(path),
    });
  }
  for (const workspace of ['', 'contract', 'server', 'e2e']) {
    const modules = join(root, workspace, 'node_modules');
    if (existsSync(modules)) symlinkSync(modules, join(copy, workspace, 'node_modules'));
  }
  return copy;
}

function testsTurnRed(copy: string, [project, files]: Bug['caughtBy']): { red: boolean; by: string } {
  const file = join(copy, 'report.json');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      files,
      '--reporter=json',
      `--outputFile=${file}`,
    ],
    { cwd: copy, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, env: { ...process.env, FAULTS: 'slice' } },
  );
  if (!existsSync(file)) throw new Error(`The tests did not run:\n${stdout}${stderr}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const failed = report.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.title),
  );
  return { red: status !== 0 && failed.length > 0, by: failed[0] ?? 'no test' };
}

type Report = { testResults: { assertionResults: { status: string; title: string }[] }[] };

const filter = process.argv[2];
const selected = [...shopBugs, ...deviceBugs].filter(({ name }) => !filter || name.includes(filter));
let caught = 0;
for (const bug of selected) {
  const copy = copySources();
  try {
    const texts = withBug(bug, (path) => readFileSync(join(copy, path), 'utf8'));
    for (const [path, text] of texts) writeFileSync(join(copy, path), text);
    const { red, by } = testsTurnRed(copy, bug.caughtBy);
    if (red) caught += 1;
    console.log(`${red ? 'caught' : 'MISSED'}  ${bug.name.padEnd(50)} ${by}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
console.log(`\n${caught} passed, ${selected.length - caught} failed`);
process.exit(caught === selected.length ? 0 : 1);
