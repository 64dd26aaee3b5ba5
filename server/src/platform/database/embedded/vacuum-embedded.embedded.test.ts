import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/temporary-folder.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { dayMs } from '../../time.ts';
import type { EmbeddedDatabase } from '../database.ts';
import { createVacuum } from './vacuum-embedded.ts';

test('deleted rows leave the files of the embedded database once a day, and the planner knows the others', async () => {
  const database = (await openTestDatabase()) as EmbeddedDatabase;
  const { db } = database;
  const clock = { now: new Date('2026-11-02T10:00:00Z') };
  const vacuum = createVacuum(database, { dataDir: temporaryFolder(), now: () => clock.now });
  await db.execute(sql`create table many (id int primary key)`);
  await db.execute(sql`insert into many select generate_series(1, 10000)`);
  await db.execute(sql`delete from many where id > 10`);
  const pages = async () => {
    const { rows } = await db.execute<{ pages: number; known: number }>(sql`
      select (pg_relation_size('many') / 8192)::int as pages,
        (select count(*)::int from pg_stats where tablename = 'many') as known`);
    return rows[0];
  };
  // A run may end before the last table.
  const runAll = async () => {
    for (let run = 0; run < 20; run++) await vacuum();
  };
  expect(await pages()).toEqual({ pages: 45, known: 0 });
  await runAll();
  expect(await pages()).toEqual({ pages: 1, known: 1 });

  await db.execute(sql`delete from many`);
  await runAll();
  expect(await pages()).toMatchObject({ pages: 1 });
  clock.now = new Date(clock.now.getTime() + dayMs);
  await runAll();
  expect(await pages()).toMatchObject({ pages: 0 });
});
