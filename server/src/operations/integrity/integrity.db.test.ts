import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openTestApp } from '../../../test/test-app.ts';
import { databaseKind, openTestDatabase } from '../../../test/test-database.ts';
import { mediaFiles } from '../../foundations/media/media.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { defineJob, handleJob } from '../../platform/jobs/define-job.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, deps } = await openTestApp(database);
const token = await signIn();

test('a check reports a missing image file, and the dashboard can read it', async () => {
  expect((await call('GET', '/integrity/checks', { token })).body.data).toEqual({ check: null });
  const clean = await call('POST', '/integrity/checks', { token });
  expect(clean.body.data.check.broken).toEqual([]);

  await db
    .insert(mediaFiles)
    .values({ name: `${'a'.repeat(64)}.webp`, type: 'image/webp', width: 1, height: 1, bytes: 1 });
  await call('POST', '/integrity/checks', { token });
  const { check } = (await call('GET', '/integrity/checks', { token })).body.data;
  expect(check.broken).toEqual([
    { what: 'the file of an image is missing', count: 1, examples: [`${'a'.repeat(64)}.webp`] },
  ]);
  await db.delete(mediaFiles).where(eq(mediaFiles.type, 'image/webp'));
});

test('reports a dead letter and a job that no worker takes', async () => {
  const failingJob = defineJob('failing', z.object({}));
  const handler = handleJob(failingJob, async () => {
    throw new Error('never works');
  });
  const jobs = await startJobs({ database, handlers: [handler], log: createLog('silent'), work: false });
  await inTransaction(db, (tx) => jobs.enqueue(tx, failingJob, {}));
  await jobs.workUntilIdle();
  await inTransaction(db, (tx) => jobs.enqueue(tx, failingJob, {}));
  await db.execute(
    sql`update pgboss.job set start_after = now() - interval '2 hours' where name = 'failing'`,
  );
  const { check } = (await call('POST', '/integrity/checks', { token })).body.data;
  expect(check.broken.map(({ what }: { what: string }) => what)).toEqual([
    'a job failed for good',
    'a job waits for more than an hour',
  ]);
  await jobs.stop();
});

test('a check has no statement timeout on PostgreSQL', async () => {
  const limit = await deps.withLongQueryConnection((long) =>
    long.execute(sql`select current_setting('statement_timeout') as limit`),
  );
  expect(limit.rows).toEqual([{ limit: databaseKind() === 'postgres' ? '0' : expect.anything() }]);
});
