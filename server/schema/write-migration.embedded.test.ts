import { expect, test } from 'vitest';
import { addedMigrations, copyMigrations, snapshotsIn } from '../test/copy-migrations.ts';
import { type FunctionSource, readFunctionSources } from './function-sources.ts';
import { writeMigration } from './write-migration.ts';

function edit(source: FunctionSource): FunctionSource[] {
  if (source.name === 'units_moves') return [];
  if (source.name !== 'webhook_money') return [source];
  return [{ ...source, text: source.text.replace('2) AS digits', '3) AS digits') }];
}

test('changed functions and triggers make a migration, once', { tags: ['slow'] }, async () => {
  const target = { folder: await copyMigrations(), stdout: 'pipe' as const };
  const sources = readFunctionSources().flatMap(edit);
  await writeMigration(['--name', 'next'], target, sources);
  const added = await addedMigrations(target.folder);
  const [newest = 0] = await snapshotsIn();
  expect(added).toEqual({
    [`${String(newest + 1).padStart(4, '0')}_next.sql`]: [
      'DROP TRIGGER units_moves on units;--> statement-breakpoint',
      'CREATE OR REPLACE FUNCTION webhook_money(cents bigint) RETURNS numeric LANGUAGE sql STABLE AS $$',
      '  SELECT round(cents / 10::numeric ^ digits, digits)',
      '  FROM (SELECT coalesce((SELECT currency_digits FROM store_settings), 3) AS digits) AS store',
      '$$;',
      '',
    ].join('\n'),
  });

  await writeMigration(['--name', 'again'], target, sources);
  expect(await addedMigrations(target.folder)).toEqual(added);
});
