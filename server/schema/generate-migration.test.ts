import { expect, test } from 'vitest';
import { addedMigrations, copyMigrations, snapshotsIn } from '../test/copy-migrations.ts';
import { generateMigration } from './generate-migration.ts';

test('the committed migrations match the tables in the code', async () => {
  const folder = await copyMigrations();
  generateMigration([], { folder, stdout: 'pipe' });
  expect(await addedMigrations(folder), 'run `npm run migrations` and commit the generated files').toEqual(
    {},
  );
});

test('only the newest migration has a snapshot, also after writing the next one', async () => {
  const [newest = 0, ...others] = await snapshotsIn();
  expect(others, 'run `npm run migrations`, which deletes old snapshots').toEqual([]);
  const folder = await copyMigrations();
  generateMigration(['--custom', '--name', 'next'], { folder, stdout: 'pipe' });
  expect(await snapshotsIn(folder)).toEqual([newest + 1]);
});
