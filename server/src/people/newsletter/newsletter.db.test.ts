import { cents } from '@reprise/contract/money';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailedSecrets } from '../../../test/mailed-links.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { updateSettings } from '../../foundations/settings/update-settings.ts';
import { signedId } from '../../platform/crypto/signed-id.ts';
import { newId } from '../../platform/database/new-id.ts';
import { users } from '../identity/identity.tables.ts';
import { newsletterCampaigns } from './newsletter.tables.ts';
import { sendCampaign } from './send-campaigns.ts';

const thursday = new Date('2026-11-26T15:00:00Z');
const hour = 3_600_000;
const clock = { now: thursday };

const database = await openTestDatabase();
const { db } = database;
const { call, signIn, register, deps } = await openTestApp(database, {}, undefined, () => clock.now);
const admin = await signIn();

const save = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);
const advance = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * hour);
};

let added = 0;
async function addDeal(
  price = 80,
  originalPrice = 100,
  modelKey?: string,
): Promise<{ id: string; slug: string; name: string }> {
  const name = `Pixel ${++added}`;
  const body = { name, price, originalPrice, brand: 'Google', category: 'Phones', stockCount: 3, modelKey };
  return (await call('POST', '/products', { token: admin, body })).body.data.product;
}

/** Creates a subscriber, with overrides. */
async function addSubscriber(change: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = newId('usr');
  const subscribed = { dealEmailsSince: thursday, emailVerified: true };
  await db.insert(users).values({ id, name: 'Grace', email: `${id}@shop.test`, ...subscribed, ...change });
  return id;
}

const recipients = async () =>
  (await db.select().from(mails).where(eq(mails.kind, 'newsletter')))
    .map(({ recipient }) => recipient)
    .sort();
const addressOf = (id: string) => `${id}@shop.test`;

/** Runs the campaign until nothing is left to do and returns all recipients. */
async function sendAll(): Promise<string[]> {
  do await deps.jobs.workUntilIdle();
  while (await sendCampaign(deps));
  return recipients();
}

await call('POST', '/categories', { token: admin, body: { name: 'Phones', description: 'Phones' } });

beforeEach(async () => {
  clock.now = thursday;
  await deps.jobs.workUntilIdle();
  for (const table of [mails, newsletterCampaigns, products]) await db.delete(table);
  await db.update(users).set({ dealEmailsSince: null });
  await save({ marketingEmails: true, storeAddress: '1 Main St, Springfield' });
  await addDeal();
});

/** Returns the same deps with a callback on every queued mail. */
function withEnqueue(before: () => Promise<void>): typeof deps {
  const enqueue: typeof deps.jobs.enqueue = async (...job) => {
    await before();
    await deps.jobs.enqueue(...job);
  };
  return { ...deps, jobs: { ...deps.jobs, enqueue } };
}

describe('campaign', () => {
  test('a campaign goes to active, verified subscribers only', async () => {
    const subscriber = await addSubscriber();
    await addSubscriber({ dealEmailsSince: null });
    await addSubscriber({ emailVerified: false });
    await addSubscriber({ status: 'inactive' });
    await addSubscriber({ status: 'banned' });
    expect(await sendAll()).toEqual([addressOf(subscriber)]);
    const { newsletter } = (await call('GET', '/newsletter', { token: admin })).body.data;
    expect(newsletter).toEqual({
      readers: 1,
      next: '2026-12-03T15:00:00.000Z',
      last: { startedAt: thursday.toISOString(), mails: 1, isUnderWay: false },
    });
  });

  test('a campaign mails each subscriber once across concurrent runs', async () => {
    const subscribers = [await addSubscriber(), await addSubscriber(), await addSubscriber()];
    let queued = 0;
    const counting = withEnqueue(async () => {
      queued++;
    });
    await Promise.all([sendCampaign(counting), sendCampaign(counting), sendCampaign(counting)]);
    expect(queued).toBe(3);
    expect(await sendAll()).toEqual(subscribers.map(addressOf).sort());
    advance(5);
    await addSubscriber();
    expect(await sendAll()).toHaveLength(3);
  });

  test('an interrupted campaign continues', async () => {
    const subscribers = [await addSubscriber(), await addSubscriber(), await addSubscriber()];
    let queued = 0;
    const failing = withEnqueue(async () => {
      if (++queued === 3) throw new Error('killed');
    });
    await expect(sendCampaign(failing)).rejects.toThrow('killed');
    await deps.jobs.workUntilIdle();
    expect(await recipients()).toEqual([]);
    expect(await sendAll()).toEqual(subscribers.map(addressOf).sort());
  });

  test('a campaign queues batches by id after the previous one was attempted', {
    tags: ['slow'],
  }, async () => {
    const rows = Array.from({ length: 205 }, (_, index) => {
      const id = `usr_many_${String(index).padStart(3, '0')}`;
      return { id, name: 'Grace', email: addressOf(id), emailVerified: true, dealEmailsSince: thursday };
    });
    await db.insert(users).values(rows);
    expect(await sendCampaign(deps)).toBe(true);
    const progress = async () => {
      const [campaign] = await db.select().from(newsletterCampaigns);
      return [campaign?.mails, campaign?.reachedId, campaign?.finishedAt !== null];
    };
    expect(await progress()).toEqual([200, 'usr_many_199', false]);
    expect(await sendCampaign(deps)).toBe(false);
    expect(await progress()).toEqual([200, 'usr_many_199', false]);
    expect(await sendAll()).toHaveLength(205);
    expect(await progress()).toEqual([205, 'usr_many_204', true]);
  });

  test('a campaign runs on Thursdays for 24 hours', async () => {
    await addSubscriber();
    for (const time of ['2026-11-26T14:59:59Z', '2026-11-27T15:00:00Z', '2026-11-30T15:00:00Z']) {
      clock.now = new Date(time);
      expect(await sendAll()).toEqual([]);
    }
    clock.now = new Date('2026-11-27T14:00:00Z');
    expect(await sendAll()).toHaveLength(1);
    clock.now = new Date('2026-12-03T15:00:00Z');
    expect(await sendAll()).toHaveLength(2);
  });

  test('no campaign without deals or with marketing mails off', async () => {
    await addSubscriber();
    await db.delete(products);
    expect(await sendAll()).toEqual([]);
    await save({ marketingEmails: false });
    await addDeal();
    expect(await sendAll()).toEqual([]);
    expect(await db.$count(newsletterCampaigns)).toBe(0);
    await save({ marketingEmails: true });
    expect(await sendAll()).toHaveLength(1);
  });

  test('queued mails are dropped after unsubscribing, switching off or a day', async () => {
    const [stops, stays] = [await addSubscriber(), await addSubscriber()];
    await sendCampaign(deps);
    await db.update(users).set({ dealEmailsSince: null }).where(eq(users.id, stops));
    await deps.jobs.workUntilIdle();
    expect(await recipients()).toEqual([addressOf(stays)]);

    clock.now = new Date('2026-12-03T15:00:00Z');
    await sendCampaign(deps);
    await save({ marketingEmails: false });
    await deps.jobs.workUntilIdle();
    expect(await recipients()).toEqual([addressOf(stays)]);

    await save({ marketingEmails: true });
    clock.now = new Date('2026-12-10T15:00:00Z');
    await sendCampaign(deps);
    advance(24);
    await deps.jobs.workUntilIdle();
    expect(await recipients()).toEqual([addressOf(stays)]);
  });

  test('a campaign shows the first eight deals at its start', async () => {
    await db.delete(products);
    const best = await addDeal(50, 100, 'pixel');
    const moreExpensive = await addDeal(55, 100, 'pixel');
    for (let index = 0; index < 8; index++) await addDeal(60 + index, 100);
    const soldOut = await addDeal(10, 100);
    await db.update(products).set({ stockCount: 0 }).where(eq(products.id, soldOut.id));
    await addSubscriber();
    await sendCampaign(deps);
    await db
      .update(products)
      .set({ priceCents: cents(9900) })
      .where(eq(products.id, best.id));
    await deps.jobs.workUntilIdle();
    const [mail] = await db.select().from(mails);
    expect(mail?.subject).toBe(`This week's deals: ${best.name} for $50.00`);
    expect(mail?.html.match(/Save \$/g)).toHaveLength(8);
    for (const part of [
      'Save $50.00 (50%) against new',
      'New $100',
      `/product/${best.slug}`,
      'Thu, Nov 26',
      '/deals',
    ])
      expect(mail?.html).toContain(part);
    for (const { slug } of [soldOut, moreExpensive]) expect(mail?.html).not.toContain(`/product/${slug}"`);
    expect(mail?.text.match(new RegExp(`/product/${best.slug}$`, 'gm'))).toHaveLength(1);
    expect(mail?.text).toContain('because you subscribed');
    expect(mail?.text).toContain('1 Main St, Springfield');
  });

  test('mail copies are deleted after four weeks', async () => {
    await addSubscriber();
    await sendAll();
    for (let week = 1; week <= 4; week++) {
      advance(7 * 24);
      await sendAll();
    }
    expect(await recipients()).toHaveLength(5);
    advance(7 * 24);
    expect(await sendAll()).toHaveLength(5);
  });

  test('a test mail goes to the administrator even if campaigns are off', async () => {
    await save({ marketingEmails: false });
    const answer = await call('POST', '/newsletter/test', { token: admin, body: {} });
    expect(answer.body.data.mail).toMatchObject({
      to: 'admin@shop.test',
      kind: 'newsletter',
      state: 'mailbox',
    });
    expect(await db.$count(newsletterCampaigns)).toBe(0);
    await db.delete(products);
    const withoutDeals = await call('POST', '/newsletter/test', { token: admin, body: {} });
    expect([withoutDeals.status, withoutDeals.body.code]).toEqual([409, 'MAIL_NOT_SENT']);
  });
});

describe('subscribing', () => {
  const since = async (token: string) =>
    (await call('GET', '/users/profile', { token })).body.data.user.dealEmailsSince;
  const choose = (token: string, dealEmails: boolean) =>
    call('PUT', '/users/profile', { token, body: { dealEmails } });

  test('a subscription is opt-in and stored with its time', async () => {
    const person = await register();
    expect(await since(person.token)).toBeNull();
    await choose(person.token, true);
    expect(await since(person.token)).toBe(thursday.toISOString());
    advance(2);
    await choose(person.token, true);
    await call('PUT', '/users/profile', { token: person.token, body: { name: 'Grace' } });
    expect(await since(person.token)).toBe(thursday.toISOString());
    const { profile } = (await call('GET', '/users/profile/export', { token: person.token })).body.data;
    expect(profile.dealEmailsSince).toBe(thursday.toISOString());
    await choose(person.token, false);
    expect(await since(person.token)).toBeNull();
    const entries = await db.select().from(auditEntries).where(eq(auditEntries.actorId, person.id));
    expect(entries.filter(({ after }) => JSON.stringify(after)?.includes('dealEmails'))).toHaveLength(3);
  });

  test('subscribing at registration takes effect once the email is verified', async () => {
    const account = {
      name: 'Ada',
      email: 'ada.agrees@shop.test',
      password: 'violet-lantern',
      dealEmails: true,
    };
    const { token, user } = (await call('POST', '/auth/register', { body: account })).body.data;
    expect(await since(token)).toBe(thursday.toISOString());
    expect(await sendAll()).toEqual([]);
    await db.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
    clock.now = new Date('2026-12-03T15:00:00Z');
    expect(await sendAll()).toEqual([account.email]);
    const again = await signIn(account);
    await call('POST', '/users/profile/delete', { token: again, body: { password: account.password } });
    expect(await recipients()).toEqual([]);
  });
});

describe('the link of the mail', () => {
  const tokenOf = async (id: string) => {
    await sendAll();
    return mailedSecrets(deps.environment.dataDir, addressOf(id), 'unsubscribe').at(-1) ?? '';
  };
  const post = (token: string, body?: unknown, headers?: Record<string, string>) =>
    call('POST', `/newsletter/unsubscribe/${token}`, { body, ...(headers && { headers }) });
  const undo = (token: string) => call('POST', '/newsletter/undo', { body: { token } });
  const subscribedSince = async (id: string) => {
    const [user] = await db.select().from(users).where(eq(users.id, id));
    return user?.dealEmailsSince ?? null;
  };

  test('the mailed link unsubscribes without sign-in and is hidden in our copy', async () => {
    const subscriber = await addSubscriber();
    const token = await tokenOf(subscriber);
    expect(JSON.stringify(await db.select().from(mails))).not.toContain(token);
    expect((await call('GET', `/newsletter/unsubscribe/${token}`)).status).toBe(405);
    expect(await subscribedSince(subscriber)).not.toBeNull();
    const answer = await post(token);
    expect([answer.status, answer.body.success]).toEqual([200, true]);
    expect(await subscribedSince(subscriber)).toBeNull();
    expect((await post(token)).body.data).toEqual({ undoToken: null });
    const [entry] = await db.select().from(auditEntries).where(eq(auditEntries.actorId, subscriber));
    expect(entry).toMatchObject({ action: 'unsubscribe', subject: `user ${subscriber}` });
    await db.update(users).set({ dealEmailsSince: thursday }).where(eq(users.id, subscriber));
    advance(90 * 24);
    await post(token);
    expect(await subscribedSince(subscriber)).toBeNull();
  });

  test('unsubscribe accepts the one-click form of mail clients', async () => {
    const one = 'List-Unsubscribe=One-Click';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const parts = `--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`;
    for (const [body, headers] of [
      [one, form],
      [parts, { 'content-type': 'multipart/form-data; boundary=x' }],
      ['{"no json', { 'content-type': 'application/json' }],
    ] as const) {
      const subscriber = await addSubscriber();
      const token = signedId(deps.secret, 'newsletter', subscriber);
      const answer = await post(token, body, headers);
      expect([answer.status, answer.headers['content-type']]).toEqual([
        200,
        'application/json; charset=utf-8',
      ]);
      expect(await subscribedSince(subscriber)).toBeNull();
    }
    const elsewhere = await call('POST', '/auth/login', { body: one, headers: form });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  test('unsubscribing can be undone for an hour', async () => {
    const subscriber = await addSubscriber();
    const token = await tokenOf(subscriber);
    const { undoToken } = (await post(token)).body.data;
    expect((await undo(token)).status).toBe(404);
    advance(0.99);
    expect((await undo(undoToken)).status).toBe(200);
    expect(await subscribedSince(subscriber)).toEqual(thursday);
    await post(token);
    advance(0.02);
    expect((await undo(undoToken)).status).toBe(404);
    expect(await subscribedSince(subscriber)).toBeNull();
  });

  test.each(['x', 'usr_1.x', `usr_1.${'b'.repeat(43)}`])(
    'an invalid link %s unsubscribes no one',
    async (token) => {
      const subscriber = await addSubscriber();
      expect((await post(token)).status).toBe(404);
      expect((await undo(token)).status).toBe(404);
      expect(await subscribedSince(subscriber)).not.toBeNull();
    },
  );
});
