import { call } from '../plain-client.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { newSerial, scan } from './scanner.ts';
import { heading } from './shopper.ts';

test('a bin is counted by scan, and closing removes what is missing', { tag: ['@units'] }, async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/409/);
  const product = await addDevice(shop, { category: 'Laptops', stockCount: 0 });
  const bin = `K${product.id.slice(-6)}`.toUpperCase();
  const receive = async (place: string) => {
    const { body } = await call(shop.url, 'POST', '/units', {
      token: shop.adminToken,
      body: {
        model: { product: product.id },
        identifiers: [{ kind: 'serial', value: newSerial() }],
        place,
      },
    });
    return body.data.unit as { number: string };
  };
  const [here, missing, elsewhere] = [await receive(bin), await receive(bin), await receive('ELSEWHERE')];
  await openBackOffice(page, '/admin/units');
  await page.getByRole('link', { name: 'Stock-takes' }).click();
  await page.getByLabel('Bin').fill(bin);
  await page.getByRole('button', { name: 'Start counting' }).click();
  await expect(heading(page, `Stock-take of bin ${bin}`)).toBeVisible();
  await expect(page.getByLabel('Scan', { exact: true })).toBeFocused();
  const status = page.getByRole('status').first();
  await scan(page, here.number);
  await expect(status).toContainText('1 of 2 found.');
  await scan(page, here.number);
  await expect(status).toContainText('was counted already.');
  await scan(page, elsewhere.number);
  await expect(status).toContainText('It belongs in bin ELSEWHERE.');
  await page.reload();
  const [lost, wrong] = [
    page.getByRole('region', { name: 'Missing' }),
    page.getByRole('region', { name: 'Unexpected' }),
  ];
  await expect(lost).toContainText(missing.number);
  await expect(lost).not.toContainText(here.number);
  await wrong.getByRole('button', { name: `Set the bin of ${elsewhere.number} to ${bin}` }).click();
  await expect(wrong).toContainText('Nothing is here that belongs elsewhere.');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Remove 1 and close' }).click();
  await expect(page.getByText('1 removed as lost')).toBeVisible();
  await open(page, `/admin/units/${missing.number}`);
  await expect(page.getByText('Lost').first()).toBeVisible();
  expect(await stockOf(shop, product)).toBe(0);
});
