import { alertEndpoints } from '@reprise/contract/catalog/alerts';
import { catalogEndpoints } from '@reprise/contract/catalog/products/products';
import { permissionsOf } from '@reprise/contract/permissions';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { callChecked } from '../../../test/call-endpoints.ts';
import { mailedSecrets } from '../../../test/mailed-links.ts';
import { openOrderShop, orderOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { mails } from '../../foundations/notifications/notifications.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { AnyHandler, Caller, WireInput } from '../../platform/http/endpoint.ts';
import { catalogHandlers } from '../products/products.routes.ts';
import { categories, products } from '../products/products.tables.ts';
import { alertHandlers } from './alerts.routes.ts';
import { productAlerts } from './alerts.tables.ts';
import { eraseAlertsOf } from './erase-user-from-alerts.ts';
import { sendDueAlerts } from './send-due-alerts.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database, { RATE_LIMIT: 'off' });
const { deps, addProduct, addUser } = shop;
const endpoints = { ...alertEndpoints, ...catalogEndpoints };
const handlers = { ...alertHandlers(deps), ...catalogHandlers(deps) } as unknown as Record<
  string,
  AnyHandler
>;

const guestContext = {
  requestId: 'test',
  ip: '127.0.0.1',
  network: '127.0.0.1',
  userAgent: 'test',
  idempotencyKey: null,
  orderToken: null,
  files: [],
  countDeletions: async () => {},
};
// biome-ignore lint/suspicious/noExplicitAny: the tests assert on the wire format
const call = (name: keyof typeof endpoints, wire: WireInput, caller: Caller | null = null): any =>
  callChecked(endpoints[name], handlers[name] as AnyHandler, wire, {
    ...guestContext,
    caller,
    token: caller && 'a token',
  });
const admin: Caller = {
  userId: 'usr_admin',
  role: 'admin',
  permissions: permissionsOf(['owner']),
  name: 'Ada',
  email: 'a@shop.test',
  sessionId: 's',
  provedAt: null,
};

await deps.db
  .insert(categories)
  .values({ id: 'cat_phones', name: 'Phones', slug: 'phones', description: '', image: '' });

let phone = '';
beforeEach(async () => {
  await deps.db.delete(products);
  await deps.db.delete(mails);
  phone = await addProduct(0);
});

const addAlert = (kind: string, email?: string, caller: Caller | null = null, id = phone) =>
  call('addAlert', { params: { id }, body: { kind, email } }, caller);
const restock = (change: number) => call('adjustStock', { params: { id: phone }, body: { change } }, admin);
const setPrice = (price: number) =>
  call(
    'updateProduct',
    { params: { id: phone }, body: { name: 'Pixel 7', price, category: 'Phones' } },
    admin,
  );

/** Delivers all queued mails and returns recipients and kinds, without confirmations. */
async function sentAlerts(): Promise<string[]> {
  await sendDueAlerts(deps);
  await deps.jobs.workUntilIdle();
  const rows = await deps.db.select().from(mails);
  return rows
    .filter(({ kind }) => kind === 'back-in-stock' || kind === 'price-drop')
    .map(({ kind, recipient }) => `${kind} ${recipient}`)
    .sort();
}

async function stopTokenSentTo(email: string): Promise<string> {
  await deps.jobs.workUntilIdle();
  return mailedSecrets(deps.environment.dataDir, email, 'alerts/stop').at(-1) ?? '';
}

describe('back in stock', () => {
  test('mails each alert for the product once when it is back in stock', async () => {
    const ada = await addUser();
    await addAlert('back-in-stock', 'guest@example.com');
    await addAlert('back-in-stock', 'guest@example.com');
    await addAlert('back-in-stock', 'ignored@example.com', ada);
    expect(await sentAlerts()).toEqual([]);
    await restock(2);
    const all = ['back-in-stock guest@example.com', `back-in-stock ${ada.email}`].sort();
    expect(await sentAlerts()).toEqual(all);
    await restock(-2);
    await restock(5);
    expect(await sentAlerts()).toEqual(all);
    expect(await deps.db.$count(productAlerts)).toBe(0);
  });

  test('an alert waits while the customer has alert mails off', async () => {
    const ada = await addUser();
    await addAlert('back-in-stock', undefined, ada);
    await deps.db.update(users).set({ alertEmails: false }).where(eq(users.id, ada.userId));
    await restock(1);
    expect(await sentAlerts()).toEqual([]);
    await deps.db.update(users).set({ alertEmails: true }).where(eq(users.id, ada.userId));
    await restock(-1);
    await restock(1);
    expect(await sentAlerts()).toEqual([`back-in-stock ${ada.email}`]);
  });

  test('lists the alerts of a customer, who alone can stop them', async () => {
    const [ada, other] = [await addUser(), await addUser()];
    await addAlert('back-in-stock', undefined, ada);
    const { alerts } = await call('listOwnAlerts', {}, ada);
    expect(alerts).toMatchObject([{ kind: 'back-in-stock', product: { name: 'Pixel 7 128 GB Snow' } }]);
    expect((await call('listOwnAlerts', {}, other)).alerts).toEqual([]);
    const on = (product: string) => call('listOwnAlerts', { query: { product } }, ada);
    expect((await on(phone)).alerts).toEqual(alerts);
    expect((await on('prd_other')).alerts).toEqual([]);
    const params = { id: alerts[0].id };
    await expect(call('stopOwnAlert', { params }, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await call('stopOwnAlert', { params }, ada);
    expect((await call('listOwnAlerts', {}, ada)).alerts).toEqual([]);
  });

  test('a cancelled order that restocks the product triggers the alert', async () => {
    await restock(1);
    const { order } = await shop.place(orderOf({ [phone]: 1 }));
    await addAlert('back-in-stock', 'guest@example.com');
    await shop.call(
      'changeOrderStatus',
      { params: { id: order.id }, body: { status: 'cancelled' } },
      { caller: admin },
    );
    expect(await sentAlerts()).toEqual(['back-in-stock guest@example.com']);
  });

  test('an alert waits if the product sells out again before the mail', async () => {
    await addAlert('back-in-stock', 'guest@example.com');
    await restock(1);
    await restock(-1);
    expect(await sentAlerts()).toEqual([]);
    await restock(1);
    expect(await sentAlerts()).toEqual(['back-in-stock guest@example.com']);
  });

  test('two concurrent processes queue one mail', async () => {
    await addAlert('back-in-stock', 'guest@example.com');
    await restock(1);
    await Promise.all([sendDueAlerts(deps), sendDueAlerts(deps)]);
    expect(await sentAlerts()).toEqual(['back-in-stock guest@example.com']);
  });

  test('rejects a stock alert for a product in stock', async () => {
    await restock(1);
    await expect(addAlert('back-in-stock', 'guest@example.com')).rejects.toMatchObject({
      code: 'ALREADY_IN_STOCK',
    });
  });

  test('a concurrent restock either triggers the alert or rejects it', async () => {
    const [added] = await Promise.allSettled([addAlert('back-in-stock', 'guest@example.com'), restock(3)]);
    const expected = added.status === 'fulfilled' ? ['back-in-stock guest@example.com'] : [];
    expect(await sentAlerts()).toEqual(expected);
  });
});

describe('price drop', () => {
  test('a price below the one at request triggers the alert', async () => {
    await addAlert('price-drop', 'guest@example.com');
    await setPrice(31);
    await setPrice(30.5);
    expect(await sentAlerts()).toEqual([]);
    await setPrice(25);
    expect(await sentAlerts()).toEqual(['price-drop guest@example.com']);
    const [mail] = await deps.db.select().from(mails).where(eq(mails.kind, 'price-drop'));
    expect(mail?.text).toContain('$25.00');
    await setPrice(20);
    expect(await sentAlerts()).toHaveLength(1);
  });

  test('a repeated request resets the reference price', async () => {
    await addAlert('price-drop', 'guest@example.com');
    await setPrice(40);
    await addAlert('price-drop', 'guest@example.com');
    await setPrice(35);
    expect(await sentAlerts()).toEqual(['price-drop guest@example.com']);
  });
});

describe('requests', () => {
  test('an alert is confirmed by one mail whose link stops it once', async () => {
    expect(await addAlert('back-in-stock', ' Guest@Example.com ')).toEqual({
      alert: { kind: 'back-in-stock', email: 'guest@example.com' },
    });
    const token = await stopTokenSentTo('guest@example.com');
    await call('stopAlert', { params: { token } });
    await expect(call('stopAlert', { params: { token } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await restock(1);
    expect(await sentAlerts()).toEqual([]);
  });

  test.each(['x', 'alr_1.x', `${'a'.repeat(30)}.${'b'.repeat(43)}`])(
    'the invalid token %s stops no alert',
    async (token) => {
      await addAlert('back-in-stock', 'guest@example.com');
      await expect(call('stopAlert', { params: { token } })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      expect(await deps.db.$count(productAlerts)).toBe(1);
    },
  );

  test.each([
    [{}],
    [{ kind: 'anything', email: 'guest@example.com' }],
    [{ kind: 'price-drop' }],
    [{ kind: 'price-drop', email: 'nobody' }],
  ])('rejects the alert %j', async (body) => {
    await expect(call('addAlert', { params: { id: phone }, body })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });

  test('an alert requires a product', async () => {
    await expect(addAlert('price-drop', 'guest@example.com', null, 'prd_none')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('alerts go to the current email and end with the account', async () => {
    const [ada, bob] = [await addUser(), await addUser()];
    await addAlert('back-in-stock', undefined, ada);
    await addAlert('back-in-stock', undefined, bob);
    await deps.db.update(users).set({ email: 'new@example.com' }).where(eq(users.id, ada.userId));
    await deps.db.delete(users).where(eq(users.id, bob.userId));
    await restock(1);
    expect(await sentAlerts()).toEqual(['back-in-stock new@example.com']);
  });
});

test('erasing a customer deletes guest alerts only for a verified email', async () => {
  const { userId, email, ...ada } = await addUser();
  await addAlert('back-in-stock', undefined, { userId, email, ...ada });
  await addAlert('price-drop', email);
  await addAlert('price-drop', `x${email}`);
  const erase = (isVerified: boolean) =>
    inTransaction(deps.db, (tx) => eraseAlertsOf(tx, { userId, email, isVerified }));
  const remaining = () =>
    deps.db.select({ email: productAlerts.email }).from(productAlerts).orderBy(productAlerts.email);
  expect([await erase(false), await remaining()]).toEqual([1, [{ email }, { email: `x${email}` }]]);
  expect([await erase(true), await remaining()]).toEqual([1, [{ email: `x${email}` }]]);
});
