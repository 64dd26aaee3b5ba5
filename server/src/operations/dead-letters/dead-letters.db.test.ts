import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { sendMail } from '../../foundations/notifications/mail-requests.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, deps } = await openTestApp(database);
const token = await signIn();

const listDeadLetters = async () => (await call('GET', '/jobs/dead-letters', { token })).body.data;

/** Turns a mail job into a dead letter by removing the store settings while it runs. */
async function createDeadLetter(email: string): Promise<void> {
  const [settings] = await db.delete(storeSettings).returning();
  await inTransaction(db, (tx) =>
    deps.jobs.enqueue(tx, sendMail, { kind: 'support-received', eventKey: `support:${email}`, to: email }),
  );
  await deps.jobs.workUntilIdle();
  await db.insert(storeSettings).values(settings as typeof storeSettings.$inferInsert);
}

test('a dead letter is listed, reruns once and can be discarded', async () => {
  await createDeadLetter('ann@example.com');
  await createDeadLetter('ben@example.com');
  const { jobs, pagination, waiting } = await listDeadLetters();
  expect(pagination.total).toBe(2);
  expect(waiting).toEqual({ queued: 0, active: 0, retrying: 0 });
  expect(jobs[1]).toMatchObject({
    name: 'send-mail',
    about: 'support-received · support:ann@example.com',
    failure: expect.stringContaining('store settings row is missing'),
    tries: 6,
  });

  const rerun = () => call('POST', `/jobs/dead-letters/${jobs[1].id}/rerun`, { token, body: {} });
  const responses = await Promise.all([rerun(), rerun()]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect((await listDeadLetters()).waiting.queued).toBe(1);
  await deps.jobs.workUntilIdle();
  const sent = await db.select().from(mails);
  expect(sent.map(({ recipient }) => recipient)).toEqual(['ann@example.com']);

  expect((await call('DELETE', `/jobs/dead-letters/${jobs[0].id}`, { token })).status).toBe(200);
  expect((await listDeadLetters()).jobs).toEqual([]);
});
