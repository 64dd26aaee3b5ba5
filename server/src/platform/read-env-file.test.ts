import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnvFile } from './read-env-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-env-file-'));
const file = join(folder, 'shop.env');
const program = fileURLToPath(new URL('../cli/shop.ts', import.meta.url));

beforeAll(() => mkdirSync(join(folder, 'data')));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command that needs no database; returns its exit code and output. */
function run() {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'backups'], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), ENV_FILE: file },
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

/** Returns the variables of this process after reading the text of a file, and restores them. */
function settingsOf(text: string, variables: Record<string, string> = {}): NodeJS.ProcessEnv {
  writeFileSync(file, text);
  const before = { ...process.env };
  try {
    Object.assign(process.env, { ENV_FILE: file, ...variables });
    readEnvFile();
    return { ...process.env };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

test('a wrong setting of the file stops the start with a sentence', () => {
  writeFileSync(file, '# port\nPORT=of the file\n');
  const { status, output } = run();
  expect(status).toBe(1);
  expect(output).toContain('PORT must be a whole number');
});

test('settings of the file count, and those of the environment win', () => {
  expect(settingsOf('CANARY=of the file\n').CANARY).toBe('of the file');
  expect(settingsOf('CANARY=of the file\n', { CANARY: 'of the environment' }).CANARY).toBe(
    'of the environment',
  );
});

test('values in quotes span lines', () => {
  const text = `export CANARY = info # calm\n# it's "quiet\nSECRET_CANARY="first line\nand second line"\n`;
  expect(settingsOf(text)).toMatchObject({ CANARY: 'info', SECRET_CANARY: 'first line\nand second line' });
});

test('a line that is no setting is named by its number, without its text', () => {
  writeFileSync(file, 'PORT=4600\nAPP_SECRET: canary\n');
  const { status, output } = run();
  expect(status).toBe(1);
  expect(output).toContain(`${file}: line 2 is not NAME=value. Correct the file.`);
  expect(output).not.toContain('canary');
});

test('a named file that cannot be read is refused with a sentence', () => {
  expect(() => settingsOf('', { ENV_FILE: join(folder, 'missing.env') })).toThrow(
    /missing\.env cannot be read: ENOENT[^\n]*$/,
  );
  expect(() => settingsOf('', { ENV_FILE: folder })).toThrow(/cannot be read: EISDIR[^\n]*$/);
});
