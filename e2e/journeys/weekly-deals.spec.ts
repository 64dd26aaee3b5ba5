import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, test as journey, open, type Shop } from './journey.ts';
import { mailedLink, mailsTo } from './mails.ts';
import { heading, newPerson, notice, type Person, register } from './shopper.ts';
import { type TimedShop, useTimedShop } from './timed-shop.ts';

const day = 24 * 3_600_000;

/** Monday morning of a future week, before its campaign. */
const monday = Date.parse('1970-01-05T10:00Z') + 7 * day * Math.ceil(Date.now() / (7 * day));
const thursday = monday + 3 * day + 5 * 3_600_000 + 60_000;

const test = journey.extend<object, { timed: TimedShop }>({
  timed: [
    async ({ browser: _ }, use) => useTimedShop({ startsAt: monday }, use),
    { scope: 'worker', timeout: 300_000 },
  ],
  shop: [async ({ timed }, use) => use(timed.shop), { scope: 'worker' }],
  baseURL: async ({ shop }, use) => use(shop.url),
});

test('weekly deals: subscribe at registration, one mail a week, unsubscribe by link', async ({
  page,
  newVisitor,
  timed: { setClock },
  shop,
}) => {
  test.setTimeout(120_000);
  const token = shop.adminToken;
  await call(shop.url, 'POST', '/categories', {
    token,
    body: { name: 'Smartphones', description: 'Phones' },
  });
  await call(shop.url, 'PUT', '/settings', { token, body: { storeAddress: '1 Main St, Springfield' } });
  const device = await addDevice(shop, { price: 150, originalPrice: 200 });
  const [reader, other] = [newPerson(), newPerson()];

  await test.step('an administrator enables them and opens one', async () => {
    const desk = await newVisitor();
    await openBackOffice(desk, '/admin/settings?tab=email');
    await expect(desk.getByText('None sent yet')).toBeVisible();
    await desk.getByRole('checkbox', { name: 'Marketing Emails' }).check();
    await desk.getByRole('button', { name: 'Save Changes' }).click();
    await expect(notice(desk, 'Settings saved successfully!')).toBeVisible();
    await desk.getByRole('button', { name: 'Send a test' }).click();
    await expect(notice(desk, 'Not sent: no mail server is set. Stored in the mailbox.')).toBeVisible();
    await open(desk, '/admin/mailbox');
    await expect(row(desk, admin.email)).toContainText(`This week's deals: ${device.name} for $150.00`);
    await desk.close();
  });

  await register(page, reader, { dealEmails: true });
  await confirm(page, shop, reader);
  const visitor = await newVisitor();
  await open(visitor, '/register');
  await expect(visitor.getByRole('checkbox', { name: 'Send me the weekly deals' })).not.toBeChecked();
  await register(visitor, other);
  await confirm(visitor, shop, other);

  const campaignsTo = async ({ email }: Person) =>
    (await mailsTo(shop, email)).filter(({ kind }) => kind === 'newsletter').length;
  const next = async () => (await readNewsletter(shop)).last?.startedAt;

  await setClock(thursday);
  await expect.poll(() => campaignsTo(reader), { timeout: 30_000 }).toBe(1);
  expect(await campaignsTo(other)).toBe(0);
  const first = await next();

  await test.step('the mailed link unsubscribes and undoes it', async () => {
    const someone = await newVisitor();
    await open(someone, await mailedLink(shop, reader.email, 'unsubscribe'));
    await expect(heading(someone, 'Unsubscribe')).toBeVisible();
    await expectNoViolations(someone, '/unsubscribe');
    expect((await readNewsletter(shop)).readers).toBe(1);
    await someone.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(someone.getByText('You are unsubscribed from the weekly deals.')).toBeVisible();
    await expectNoViolations(someone, '/unsubscribe, done');
    expect((await readNewsletter(shop)).readers).toBe(0);
    await someone.getByRole('button', { name: 'Undo' }).click();
    await expect(someone.getByText('You are subscribed again.')).toBeVisible();
    expect((await readNewsletter(shop)).readers).toBe(1);
  });

  await test.step('one subscribes on the profile, the other unsubscribes', async () => {
    await open(visitor, '/profile');
    await expect(visitor.getByRole('switch', { name: 'Weekly deals' })).not.toBeChecked();
    await visitor.getByRole('switch', { name: 'Weekly deals' }).click();
    await expect(notice(visitor, 'Profile updated successfully!')).toBeVisible();
    const someone = await newVisitor();
    await open(someone, await mailedLink(shop, reader.email, 'unsubscribe'));
    await someone.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(someone.getByText('You are unsubscribed from the weekly deals.')).toBeVisible();
  });

  await setClock(thursday + 7 * day);
  await expect.poll(() => campaignsTo(other), { timeout: 30_000 }).toBe(1);
  expect(await next()).not.toBe(first);
  expect(await campaignsTo(reader)).toBe(1);
});

async function readNewsletter({ url, adminToken: token }: Shop) {
  return (await call(url, 'GET', '/newsletter', { token })).body.data.newsletter;
}

async function confirm(page: Page, shop: Shop, { email }: Person): Promise<void> {
  await open(page, await mailedLink(shop, email, 'verify-email'));
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(heading(page, 'Your email address is confirmed')).toBeVisible();
}
