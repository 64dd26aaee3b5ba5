import { expect, test } from 'vitest';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { sendMail } from '../notifications/mail-requests.ts';
import { mails } from '../notifications/notifications.tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import { storeSettings } from '../settings/settings.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, deps } = await openTestApp(database);
const token = await signIn();

const listed = async () => (await call('GET', '/jobs/dead-letters', { token })).body.data;

/** A mail that cannot be written, as there are no settings; then the settings are back. */
async function bury(email: string): Promise<void> {
  const [settings] = await db.delete(storeSettings).returning();
  await inTransaction(db, (tx) =>
    deps.jobs.enqueue(tx, sendMail, { kind: 'support-received', eventKey: `support:${email}`, to: email }),
  );
  await deps.jobs.workUntilIdle();
  await db.insert(storeSettings).values(settings as typeof storeSettings.$inferInsert);
}

test('work that failed for good is shown, runs again once, and may be given up', async () => {
  await bury('ann@example.com');
  await bury('ben@example.com');
  const { jobs, pagination, waiting } = await listed();
  expect(pagination.total).toBe(2);
  expect(waiting).toEqual({ queued: 0, active: 0, retrying: 0 });
  expect(jobs[1]).toMatchObject({
    name: 'send-mail',
    about: 'support-received · support:ann@example.com',
    failure: expect.stringContaining('store settings row is missing'),
    tries: 6,
  });

  const rerun = () => call('POST', `/jobs/dead-letters/${jobs[1].id}/rerun`, { token, body: {} });
  const twice = await Promise.all([rerun(), rerun()]);
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await listed()).waiting.queued).toBe(1);
  await deps.jobs.workUntilIdle();
  const written = await db.select().from(mails);
  expect(written.map(({ recipient }) => recipient)).toEqual(['ann@example.com']);

  expect((await call('DELETE', `/jobs/dead-letters/${jobs[0].id}`, { token })).status).toBe(200);
  expect((await listed()).jobs).toEqual([]);
});
