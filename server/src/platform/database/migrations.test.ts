import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('../../../', import.meta.url));
const generator = fileURLToPath(new URL('bin.cjs', import.meta.resolve('drizzle-kit')));

test('the committed migrations match the tables in the code', { timeout: 30_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-migrations-'));
  await cp(join(server, 'migrations'), folder, { recursive: true });
  const options = [
    '--dialect',
    'postgresql',
    '--schema',
    './src/**/*.tables.ts',
    '--out',
    relative(server, folder),
  ];
  const output = execFileSync(process.execPath, [generator, 'generate', ...options], {
    cwd: server,
    encoding: 'utf8',
  });
  await rm(folder, { recursive: true });
  expect(output, 'run `npm run migrations` and commit the generated files').toContain('No schema changes');
});
