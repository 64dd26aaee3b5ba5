import { localTimeIn } from '@reprise/contract/time-zone';
import { addProduct, call } from '../plain-client.ts';
import { openBackOffice, row } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';

test('a sale starts and ends at its time without a restart, as the back office shows', {
  tag: ['@admin-products'],
}, async ({ page, shop }) => {
  const id = await addProduct(shop.url, shop.adminToken, 3);
  const { name } = (await call(shop.url, 'GET', `/products/${id}`)).body.data.product;
  const price = async () => (await call(shop.url, 'GET', `/products/${id}`)).body.data.product.price;
  await openBackOffice(page);
  const bulk = async (kind: string, fill: () => Promise<void>) => {
    await open(page, '/admin/products');
    await row(page, name).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('What to change').selectOption({ label: kind });
    await fill();
    await page.getByRole('button', { name: 'Change 1 product' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
  };
  const tomorrow = localTimeIn('UTC', new Date(Date.now() + 86_400_000));
  await bulk('Sale for a time, by percentage', async () => {
    await page.getByLabel('Percent off').fill('25');
    await page.getByLabel('Ends').fill(tomorrow);
    await expect(page.getByRole('dialog').getByText('sale $15.00')).toBeVisible();
  });
  await expect(row(page, name).getByText(/^Sale until /)).toBeVisible();
  await open(page, `/product/${id}`);
  await expect(page.getByText('$15.00').first()).toBeVisible();
  await expect(page.getByRole('main').locator('s').first()).toHaveText('before $20.00');
  await expect(
    page.getByText('You save $5.00 on the lowest price of the 30 days before this sale'),
  ).toBeVisible();
  await expect(page.getByText(/^Sale ends [A-Z][a-z]{2} \d+$/)).toBeVisible();
  await open(page, '/deals');
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(name);

  await bulk('End the sale', async () => {});
  expect(await price()).toBe(20);
  await open(page, `/product/${id}`);
  await expect(page.getByText('$20.00').first()).toBeVisible();
  await expect(page.getByText('$15.00')).toHaveCount(0);
  await expect(page.getByRole('main').locator('s')).toHaveCount(0);

  // The shop itself starts and ends a sale of the next seconds.
  const startsAt = new Date(Date.now() + 2000).toISOString();
  const endsAt = new Date(Date.now() + 8000).toISOString();
  const change = { kind: 'sale-price', price: 12, startsAt, endsAt };
  const scheduled = await call(shop.url, 'POST', '/products/admin/bulk', {
    token: shop.adminToken,
    body: { products: [id], change },
  });
  expect(scheduled.status).toBe(200);
  await expect.poll(price, { timeout: 15_000 }).toBe(12);
  await expect.poll(price, { timeout: 15_000 }).toBe(20);
});
