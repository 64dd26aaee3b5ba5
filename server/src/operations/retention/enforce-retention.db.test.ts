import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openOrderShop, orderOf, someAddress } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { updateSettings } from '../../foundations/settings/update-settings.ts';
import { emailChanges, knownDevices, sessions } from '../../people/identity/identity.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { idempotentRequests } from '../../platform/http/idempotent-requests.tables.ts';
import { createRateLimit } from '../../platform/http/rate-limit/rate-limit.ts';
import { enforceRetention } from './enforce-retention.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database, { RATE_LIMIT: 'on' });
const { db } = database;
const network = '203.0.113.77';
const dayMs = 24 * 3_600_000;

/** Returns the tables with a row that contains the text in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss') order by 1`);
  const names: string[] = [];
  for (const { name } of rows) {
    const matches = await db.execute(
      sql`select 1 from ${sql.raw(name)} t where strpos(lower(t::text), ${text.toLowerCase()}) > 0 limit 1`,
    );
    if (matches.rows.length > 0) names.push(name);
  }
  return names;
}

async function ageTo(days: number): Promise<void> {
  shop.clock.now = new Date(start.getTime() + days * dayMs);
  await enforceRetention(shop.deps);
}

const start = new Date(Date.now());

test('deletes mails, jobs, networks, guests and invoices after their retention', async () => {
  shop.clock.now = start;
  const settings = {
    mailKeptDays: 10,
    jobKeptDays: 2,
    networkKeptDays: 5,
    guestKeptDays: 40,
    invoiceKeptYears: 2,
  };
  await updateSettings(shop.deps, settings, null);
  const user = await shop.addUser();
  const as = { network };
  const { order, accessToken } = await shop.place(orderOf({ [await shop.addProduct(5)]: 1 }), as);
  await shop.call(
    'createPaymentIntent',
    { body: { amount: order.total, orderId: order.id } },
    { ...as, orderToken: accessToken },
  );
  await shop.deps.jobs.workUntilIdle();
  await db.execute(
    sql`update orders set status = 'delivered', payment_status = 'paid', created_at = ${start.toISOString()}`,
  );
  await db.execute(sql`update mails set created_at = ${start.toISOString()}`);
  await db.execute(sql`insert into pgboss.job (name, state, completed_on, data)
    values ('send-mail', 'completed', ${start.toISOString()}, '{"canary": "old job"}')`);
  const { userId } = user;
  await db
    .insert(sessions)
    .values({ id: 'ses_1', userId, token: 'x', ipAddress: network, lastSeenAt: start, expiresAt: start });
  await db.insert(knownDevices).values({ userId, kind: 'network', value: network, lastUsedAt: start });
  await db
    .insert(emailChanges)
    .values({ id: 'emc_1', userId, oldEmail: 'replaced@example.com', changedAt: start, expiresAt: start });
  await inTransaction(db, (tx) =>
    recordAudit(tx, {
      actorId: null,
      action: 'refuse sign-in',
      subject: `user ${userId}`,
      after: { from: network },
    }),
  );
  await db
    .insert(idempotentRequests)
    .values({ scope: 'create product:usr_1', key: 'day-old key', requestHash: '', createdAt: start });
  await createRateLimit(db).countSignIn('someone@example.com', network);
  expect(await tablesWith(network)).toEqual([
    'public.audit_entries',
    'public.known_devices',
    'public.orders',
    'public.payments',
    'public.rate_limits',
    'public.sessions',
  ]);

  await ageTo(1);
  expect(await tablesWith('day-old key')).toEqual(['public.idempotent_requests']);
  expect(await tablesWith('old job')).not.toEqual([]);
  await ageTo(3);
  expect(await tablesWith('day-old key')).toEqual([]);
  expect(await tablesWith('old job')).toEqual([]);
  expect(await tablesWith('replaced@example.com')).toEqual([]);
  expect(await tablesWith(network)).not.toEqual([]);
  await ageTo(6);
  expect(await tablesWith(network)).toEqual([]);
  expect(await tablesWith(someAddress.email)).toContain('public.mails');
  await ageTo(11);
  expect(await tablesWith(someAddress.email)).not.toContain('public.mails');
  expect(await tablesWith(someAddress.email)).toContain('public.orders');
  await ageTo(41);
  expect(await tablesWith(someAddress.email)).toEqual([]);
  expect(await tablesWith('Hopper')).toEqual([]);
  await ageTo(700);
  expect((await db.execute(sql`select 1 from retained_invoices`)).rows).toHaveLength(1);
  await ageTo(740);
  expect((await db.execute(sql`select 1 from retained_invoices`)).rows).toEqual([]);
  expect((await db.execute(sql`select 1 from orders`)).rows).toHaveLength(1);
});
