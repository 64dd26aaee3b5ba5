import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { deliverTwo } from './delivered-devices.ts';
import { newEmail } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import { mailedLink } from './mails.ts';
import { notice } from './shopper.ts';

/** Adds an account with one staff role. */
async function addStaff(shop: Shop, role: string): Promise<{ email: string; password: string }> {
  const account = { email: newEmail(), password: 'Canary-Walks-18-Roles!' };
  const added = await call(shop.url, 'POST', '/users/users', {
    token: shop.adminToken,
    body: { name: `Pat ${role}`, email: account.email, role: 'admin', staffRoles: [role] },
  });
  expect(added.status, added.text).toBe(201);
  const link = await mailedLink(shop, account.email, 'reset-password');
  const token = new URLSearchParams(link.slice(link.indexOf('#') + 1)).get('token');
  const body = { token, password: account.password };
  const chosen = await call(shop.url, 'POST', '/auth/reset-password', { body });
  expect(chosen.status, chosen.text).toBe(200);
  return account;
}

/** Collects the calls of a page that the API forbids. */
function watchForbidden(page: Page): string[] {
  const forbidden: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) forbidden.push(response.url());
  });
  return forbidden;
}

test('support and packers see of a return what they may do, and no call is forbidden', {
  tag: ['@orders'],
}, async ({ shop, newVisitor, tolerate }) => {
  tolerate(/returns\/RMA-\S+: Failed to load resource.* 404/);
  const { order, product, numbers, send } = await deliverTwo(shop);
  const [unit = ''] = numbers;
  const lines = [{ product: product.id, unit, reason: 'battery' }];
  const opened = await send('POST', `/orders/${order.id}/returns/staff`, { lines });
  expect(opened.status, opened.text).toBe(201);
  const { number } = opened.body.data.return;

  await test.step('support decides, and leaves the scan to those who receive', async () => {
    const page = await newVisitor();
    const forbidden = watchForbidden(page);
    await openBackOffice(page, `/admin/returns/${number}`, await addStaff(shop, 'support'));
    await expect(page.getByRole('button', { name: 'Parcel lost' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Decide' })).toBeVisible();
    await expect(page.getByLabel('Scan', { exact: true })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Empty or unreadable' })).toHaveCount(0);
    const received = await send('POST', `/returns/${number}/receive`, { code: unit });
    expect(received.status, received.text).toBe(200);
    await page.reload();
    await expect(page.getByText(/^What was sent, /)).toBeVisible();
    await expect(page.getByRole('button', { name: 'It is locked to an account' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Photograph it' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^Refund The money/ }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Settle' })).toBeVisible();
    await open(page, `/admin/orders/${order.orderNumber}`);
    await expect(page.getByRole('link', { name: number })).toBeVisible();
    expect(forbidden).toEqual([]);
  });

  await test.step('a packer scans the slip of a parcel, and is told to scan what is in it', async () => {
    const page = await newVisitor();
    const forbidden = watchForbidden(page);
    await openBackOffice(page, '/admin/receive', await addStaff(shop, 'packer'));
    await expect(page.getByRole('link', { name: 'Returns' })).toHaveCount(0);
    await page.getByLabel('Scan', { exact: true }).fill(number);
    await page.keyboard.press('Enter');
    await expect(notice(page, `${number} is a return. Scan the devices in its parcel.`)).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/receive/);
    await open(page, `/admin/orders/${order.orderNumber}`);
    await expect(page.getByRole('heading', { name: /MJ-/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open a return' })).toHaveCount(0);
    expect(forbidden).toEqual([]);
  });
});
