import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { writeMigrations } from '../../../test/migrations-folder.ts';
import { openTestDatabase } from '../../../test/test-database.ts';

const database = await openTestDatabase();

test('one of several concurrent processes migrates while the others wait', async () => {
  if (database.kind !== 'postgres') throw new Error('Races need PostgreSQL.');
  const folder = await writeMigrations({
    // Slow enough that without the lock the others would run it, too.
    '0000_slow': 'create table test_once (id int);\n--> statement-breakpoint\nselect pg_sleep(0.5);',
    '0001_next': 'insert into test_once values (1);',
  });
  const program = fileURLToPath(new URL('../../../test/migrate-database.ts', import.meta.url));
  const { url } = database;
  const processes = [1, 2, 3].map(() =>
    spawn(process.execPath, [program, url, folder], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(processes.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0]);
  expect((await database.db.execute(sql`select * from test_once`)).rows).toEqual([{ id: 1 }]);
});
