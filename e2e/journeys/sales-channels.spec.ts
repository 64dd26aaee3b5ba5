import { ebayKeys } from '@reprise/ebay/test/ebay-server';
import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { expect, open, type Shop } from './journey.ts';
import { channelTest as test } from './own-shop.ts';
import { heading, notice } from './shopper.ts';

const ordersOf = async ({ url, adminToken }: Shop) =>
  (await call(url, 'GET', '/orders/admin/all', { token: adminToken })).body.data;

test('a product is sold on eBay, packed here, and eBay is told of the parcel', async ({
  page,
  shop,
  service: ebay,
  tolerate,
}) => {
  // The picture is on no server: eBay's stand-in does not fetch it.
  tolerate(/status of 400|pixel\.jpg/);
  const send = async (path: string, body: object) =>
    (await call(shop.url, 'POST', path, { token: shop.adminToken, body })).body.data;
  await send('/categories', { name: 'Smartphones', description: 'Smartphones' });
  const fields = { name: 'Pixel 8 128 GB Bay', brand: 'Google', category: 'Smartphones' };
  const images = ['https://cdn.example.com/pixel.jpg'];
  const { product } = await send('/products', { ...fields, images, price: 200, stockCount: 3 });
  await openBackOffice(page);

  await test.step('an account is connected once eBay takes its keys', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Find or do' }).fill('ebay');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Sales channels')).toBeVisible();
    await page.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Price difference (%)').fill('ten');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await expect(dialog.getByText('Enter a percentage such as 12 or -2.5')).toBeVisible();
    await dialog.getByLabel('Price difference (%)').fill('10');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await expect(heading(page, 'eBay')).toBeVisible();
    await page.getByRole('button', { name: 'Connect eBay' }).click();
    await dialog.getByLabel(/^App ID/).fill(ebayKeys.clientId);
    await dialog.getByLabel(/^Cert ID/).fill(ebayKeys.clientSecret);
    await dialog.getByLabel(/^Refresh token/).fill('v^1.1#old');
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await expect(dialog.getByText(/^eBay does not accept these keys/)).toBeVisible();
    await dialog.getByLabel(/^Refresh token/).fill(ebayKeys.refreshToken);
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('its policies are chosen, and a category gets the number of eBay', async () => {
    await page.getByRole('button', { name: 'Choose policies and categories' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(/^Shipping policy/)).toHaveValue('f1');
    await dialog.getByLabel('Smartphones').fill('phones');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter the number of the category')).toBeVisible();
    await dialog.getByLabel('Smartphones').fill('9355');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Add products' }).first().click();
    await dialog.getByLabel('Category').selectOption('Smartphones');
    await dialog.getByRole('button', { name: 'Add all on sale' }).click();
    await expect(notice(page, 'One product added')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('row', { name: /Pixel 8/ })).toContainText('$219.99');
  });

  await test.step('it is listed, and an order there is a paid order here', async () => {
    // Two are offered, one is kept back: the third unit is not there for the other buyer.
    ebay.sell('27-1', [{ sku: product.sku, quantity: 1, cost: '219.99', tax: '18.15' }]);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await expect(page.getByRole('row', { name: /Pixel 8/ })).toContainText('Listed', { timeout: 40_000 });
    await expect.poll(() => ebay.offerBySku(product.sku)?.quantity, { timeout: 40_000 }).toBe(1);
    expect(ebay.offerBySku(product.sku)?.price).toBe('219.99');
    const { orders } = await ordersOf(shop);
    await open(page, `/admin/orders/${orders[0].orderNumber}`);
    await expect(page.getByRole('heading', { name: 'Sold on eBay' })).toBeVisible();
    await expect(page.getByText('27-1').first()).toBeVisible();
    await expect(page.getByText('with $18.15 tax, which eBay pays')).toBeVisible();
    await expect(page.getByText('Once it has shipped')).toBeVisible();
  });

  await test.step('eBay is told of the parcel', async () => {
    const { orders } = await ordersOf(shop);
    const body = { status: 'shipped', carrier: 'USPS', trackingNumber: '9400 1000' };
    const path = `/orders/${orders[0].id}/status`;
    await call(shop.url, 'PUT', path, { token: shop.adminToken, body });
    await expect
      .poll(() => ebay.orders.get('27-1')?.shipments[0]?.trackingNumber, { timeout: 40_000 })
      .toBe('94001000');
    await page.reload();
    await expect(page.getByText('eBay knows')).toBeVisible();
  });
});
