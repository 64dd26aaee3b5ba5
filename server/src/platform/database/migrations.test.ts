import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { writeMigration } from '../../../write-migration.ts';

const committed = fileURLToPath(new URL('../../../migrations', import.meta.url));

const snapshotsIn = async (folder: string) =>
  (await readdir(join(folder, 'meta'))).filter((name) => name !== '_journal.json').sort();

async function copyMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reprise-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(committed, folder, { recursive: true });
  return folder;
}

test('the committed migrations match the tables in the code', async () => {
  const output = writeMigration([], { folder: await copyMigrations(), stdout: 'pipe' });
  expect(output, 'run `npm run migrations` and commit the generated files').toContain('No schema changes');
});

test('only the newest migration has a snapshot, also after writing the next one', async () => {
  const [snapshot, ...older] = await snapshotsIn(committed);
  expect(older, 'run `npm run migrations`, which deletes old snapshots').toEqual([]);

  const folder = await copyMigrations();
  const output = writeMigration(['--custom', '--name', 'next'], { folder, stdout: 'pipe' });
  const next = String(Number.parseInt(String(snapshot), 10) + 1).padStart(4, '0');
  expect(output).toContain(`${next}_next.sql`);
  expect(await snapshotsIn(folder)).toEqual([`${next}_snapshot.json`]);
});
