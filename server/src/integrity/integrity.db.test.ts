import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openTestApp } from '../../test/test-app.ts';
import { databaseKind, openTestDatabase } from '../../test/test-database.ts';
import { mediaFiles } from '../media/media.tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { defineJob, handleJob, startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, deps } = await openTestApp(database);
const token = await signIn();

test('nobody looked yet; then a look finds what does not add up, and the dashboard can read it', async () => {
  expect((await call('GET', '/integrity/checks', { token })).body.data).toEqual({ check: null });
  const clean = await call('POST', '/integrity/checks', { token });
  expect(clean.body.data.check.broken).toEqual([]);

  await db
    .insert(mediaFiles)
    .values({ name: `${'a'.repeat(64)}.webp`, type: 'image/webp', width: 1, height: 1, bytes: 1 });
  await call('POST', '/integrity/checks', { token });
  const { check } = (await call('GET', '/integrity/checks', { token })).body.data;
  expect(check.broken).toEqual([
    { what: 'the file of a picture is missing', count: 1, examples: [`${'a'.repeat(64)}.webp`] },
  ]);
  await db.delete(mediaFiles).where(eq(mediaFiles.type, 'image/webp'));
});

test('sees a job that failed for good and one that nobody takes', async () => {
  const doomed = defineJob('doomed', z.object({}));
  const work = handleJob(doomed, async () => {
    throw new Error('never works');
  });
  const jobs = await startJobs({ database, handlers: [work], log: createLog('silent'), work: false });
  await inTransaction(db, (tx) => jobs.enqueue(tx, doomed, {}));
  await jobs.workUntilIdle();
  await inTransaction(db, (tx) => jobs.enqueue(tx, doomed, {}));
  await db.execute(sql`update pgboss.job set start_after = now() - interval '2 hours' where name = 'doomed'`);
  const { check } = (await call('POST', '/integrity/checks', { token })).body.data;
  expect(check.broken.map(({ what }: { what: string }) => what)).toEqual([
    'a job failed for good',
    'a job waits for more than an hour',
  ]);
  await jobs.stop();
});

test('on PostgreSQL a check has the time it needs', async () => {
  const limit = await deps.withLongQueryConnection((long) =>
    long.execute(sql`select current_setting('statement_timeout') as limit`),
  );
  expect(limit.rows).toEqual([{ limit: databaseKind() === 'postgres' ? '0' : expect.anything() }]);
});
