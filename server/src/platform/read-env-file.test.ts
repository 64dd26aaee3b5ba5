import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'reprise-env-file-'));
const file = join(folder, 'shop.env');
const program = fileURLToPath(new URL('../cli/shop.ts', import.meta.url));

beforeAll(() => mkdirSync(join(folder, 'data')));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command that needs no database with the file and the variables; returns its exit code and output. */
function run(text: string | null, variables: Record<string, string> = {}) {
  if (text === null) rmSync(file, { force: true });
  else writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'backups'], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ENV_FILE: file, ...variables },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

test('settings of the file count, and those of the environment win', () => {
  expect(run('# port\nPORT=of the file\n').output).toContain('PORT must be a whole number');
  expect(run('PORT=of the file\n', { PORT: '4600' })).toMatchObject({ status: 0 });
});

test('values in quotes span lines', () => {
  const text = `export LOG_LEVEL = info # calm\n# it's "quiet\nAPP_SECRET="first line of a secret\nand its second line"\n`;
  expect(run(text)).toMatchObject({ status: 0 });
});

test('a line that is no setting is named by its number, without its text', () => {
  const { status, output } = run('PORT=4600\nAPP_SECRET: canary\n');
  expect(status).toBe(1);
  expect(output).toContain(`${file}: line 2 is not NAME=value. Correct the file.`);
  expect(output).not.toContain('canary');
});

test('a named file that cannot be read stops the start with a sentence', () => {
  const { status, output } = run(null);
  expect(status).toBe(1);
  expect(output.trim()).toMatch(/shop\.env cannot be read: ENOENT[^\n]*$/);
  expect(run('', { ENV_FILE: folder }).output.trim()).toMatch(/cannot be read: EISDIR[^\n]*$/);
});
