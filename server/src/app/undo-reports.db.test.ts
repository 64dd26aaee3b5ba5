import { expect, test } from 'vitest';
import { openTestApp } from '../../test/test-app.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { listMailIntroductions } from '../foundations/notifications/introductions/mail-introductions.ts';
import { mailServers } from '../foundations/notifications/mail-server/mail-server.tables.ts';
import { securityNotices } from '../foundations/notifications/security-notices.tables.ts';
import { queueOwnerNotices } from '../foundations/notifications/security-notices.ts';
import { storePaymentKeys } from '../foundations/settings/payment-keys.ts';
import { storeSettings } from '../foundations/settings/settings.tables.ts';
import { readNoticeLink } from '../people/identity/not-me/notice-link.ts';
import { inTransaction } from '../platform/database/database.ts';

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, stepUp, register, deps, appoint } = await openTestApp(database);
const owner = await signIn();
const thief = await register();
const stolen = await appoint(thief, ['owner']);
const { id: ownerId } = (await call('GET', '/auth/me', { token: owner })).body.data.user;

/** Uses the link in the owner's newest mail; returns the outcome. */
async function press(): Promise<string> {
  const rows = await db
    .select()
    .from(securityNotices)
    .orderBy(securityNotices.occurredAt, securityNotices.id);
  const notice = rows.filter(({ userId }) => userId === ownerId).at(-1);
  const token = (await readNoticeLink(deps, notice?.id ?? ''))?.split('#token=')[1];
  const { body } = await call('POST', '/auth/not-me', { body: { token } });
  return body.data?.report.outcome ?? body.code;
}

test('takes a changed page back to the version before, unless it was changed since', async () => {
  const path = '/page-texts/admin/terms';
  const save = (markdown: string, version: number, token: string) =>
    call('PUT', path, { token, body: { markdown, version } });
  expect((await save('Ours', 0, owner)).status).toBe(200);
  expect((await save('Evil', 1, stolen)).status).toBe(200);
  expect(await press()).toBe('undone');
  const { text } = (await call('GET', path, { token: owner })).body.data;
  expect(text).toMatchObject({ markdown: 'Ours', version: 3 });
  expect((await call('GET', '/auth/me', { token: stolen })).status).toBe(401);
});

test('removes an introduction, a mail server and payment keys that mails report', async () => {
  await stepUp(owner);
  const path = '/notifications/introductions/order-shipped';
  expect((await call('PUT', path, { token: owner, body: { text: 'Evil' } })).status).toBe(200);
  expect(await press()).toBe('undone');
  expect(JSON.stringify(await listMailIntroductions(db))).not.toContain('Evil');

  const keys = { publishableKey: 'pk_test_1', secretKey: 'sk_test_1', webhookSecret: 'whsec_1' };
  const facts = { notice: 'payment-keys-changed', subject: 'pk_test_1', actorId: null } as const;
  await storePaymentKeys(deps, keys, null, (tx) => queueOwnerNotices(tx, deps, facts, deps.now()));
  expect(await press()).toBe('undone');
  const [settings] = await db.select().from(storeSettings);
  expect([settings?.stripePublishableKey, settings?.stripeSecretKeyEncrypted]).toEqual([null, null]);

  const server = { host: 'mail.evil.example', port: 587, encryption: 'tls' as const };
  await inTransaction(db, async (tx) => {
    await tx.insert(mailServers).values({ ...server, updatedAt: deps.now() });
    const subject = `${server.host}:${server.port}`;
    await queueOwnerNotices(tx, deps, { notice: 'mail-server-changed', subject, actorId: null }, deps.now());
  });
  expect([await press(), await db.$count(mailServers)]).toEqual(['undone', 0]);
  expect(await press()).toBe('VALIDATION_ERROR');
});
