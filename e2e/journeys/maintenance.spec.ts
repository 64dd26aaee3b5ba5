import { openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';

test('the owner closes the shop, customers read why, and the owner opens it again', {
  tag: ['@settings'],
}, async ({ page, browser, shop, tolerate }) => {
  tolerate(/status of 503/);
  await openBackOffice(page, '/admin/settings');
  await page.getByRole('button', { name: 'Close for maintenance…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Close for maintenance' });
  await dialog.getByLabel('Sentence for customers').fill('We are counting our stock <today>.');
  await dialog.getByRole('button', { name: 'Close the shop' }).click();
  await expect(page.getByText('The shop is closed for maintenance.').first()).toBeVisible();

  const context = await browser.newContext({ javaScriptEnabled: false });
  const visitor = await context.newPage();
  const answer = await visitor.goto(`${shop.url}/products`);
  expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '600']);
  await expect(visitor.getByRole('heading', { name: 'We will be back soon' })).toBeVisible();
  await expect(visitor.getByText('We are counting our stock <today>.')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Closed since')).toBeVisible();
  await open(page, '/admin/products');
  await page.getByRole('link', { name: 'Open it in Settings' }).click();
  await page.getByRole('button', { name: 'Open the shop' }).click();
  await expect(page.getByText('The shop is open', { exact: true }).first()).toBeVisible();
  await expect.poll(async () => (await visitor.goto(`${shop.url}/products`))?.status()).toBe(200);
  await context.close();
});
