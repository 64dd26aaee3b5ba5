import { luhnDigit } from '@reprise/contract/units/identifiers';
import { goByKey, openBackOffice, row, search } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { newSerial, scan } from './scanner.ts';
import { heading } from './shopper.ts';

const newImei = () => {
  const digits = `35${String(Math.floor(Math.random() * 1e12)).padStart(12, '0')}`;
  return digits + luhnDigit(digits);
};

test('five devices are received with a scanner alone, and a wrong one is refused', {
  tag: ['@units'],
}, async ({ page, shop }) => {
  const product = await addDevice(shop, { category: 'Laptops' });
  await openBackOffice(page);
  await goByKey(page, 'e');
  await expect(heading(page, 'Receive devices')).toBeVisible();
  await expect(page.getByLabel('Scan')).toBeFocused();
  const status = page.getByRole('status').first();
  const received = page.getByRole('region', { name: 'Received now' });

  await scan(page, 'BIN-A3');
  await expect(status).toContainText('Bin A3');
  const first = newSerial();
  await scan(page, first);
  await expect(status).toContainText('Which model is it?');
  await page.keyboard.type(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await expect(status).toContainText(`Received U-`);
  // The next devices are of the same model; the scanner does not wait for the answers.
  for (const end of ['Tab', 'Enter', 'Tab', 'Enter'] as const) await scan(page, newSerial(), end);
  await expect(received.getByRole('listitem')).toHaveCount(5);
  await expect(received.getByRole('listitem').first()).toContainText('Bin A3');

  await scan(page, first);
  await expect(status).toContainText('already: on the bench');
  const imei = newImei();
  await scan(page, imei.slice(0, 14) + ((Number(imei[14]) + 1) % 10));
  await expect(status).toContainText(`should be ${imei[14]}`);
  await scan(page, '3.56938E+14');
  await expect(status).toContainText('Format its column as text');
  await expect(received.getByRole('listitem')).toHaveCount(5);

  await received.getByRole('listitem').last().getByRole('button', { name: 'Undo' }).click();
  await expect(received.getByRole('listitem')).toHaveCount(4);
  await expect(page.getByLabel('Scan')).toBeFocused();
  await scan(page, first);
  await expect(received.getByRole('listitem')).toHaveCount(5);
});

test('a receive that gets no answer is not lost and not doubled', { tag: ['@units'] }, async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/ERR_FAILED/);
  const product = await addDevice(shop, { category: 'Laptops' });
  await openBackOffice(page, '/admin/receive');
  const status = page.getByRole('status').first();
  const received = page.getByRole('region', { name: 'Received now' });
  await scan(page, newSerial());
  await expect(status).toContainText('Which model is it?');
  await page.route('**/api/units', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.type(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await expect(status).toContainText('Nothing is lost: press Enter to try again.');
  await page.unroute('**/api/units');
  await page.keyboard.press('Enter');
  await expect(status).toContainText('Received U-');
  await expect(received.getByRole('listitem')).toHaveCount(1);
});

test('a device is found by its last digits, moved and labeled', { tag: ['@units'] }, async ({
  page,
  shop,
}) => {
  const product = await addDevice(shop, { category: 'Laptops' });
  await openBackOffice(page, '/admin/receive');
  await expect(page.getByLabel('Scan')).toBeFocused();
  const serial = newSerial();
  await scan(page, serial);
  await page.getByLabel('Find the model').fill(product.name);
  await page.getByRole('list', { name: 'Models' }).getByRole('button', { name: product.name }).click();
  await expect(page.getByRole('status').first()).toContainText('Received U-');

  await open(page, '/admin/units');
  await search(page, 'Search by number, model or last digits', serial.slice(-6));
  await expect(page.getByRole('row').filter({ hasText: 'On the bench' })).toHaveCount(1);
  await row(page, serial).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Move U-/ });
  await dialog.getByLabel('To').selectOption({ label: 'Ready' });
  await expect(dialog).toContainText('Test it.');
  await dialog.getByLabel('Reason').fill('Looked at');
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, serial)).toContainText('Ready');

  await row(page, serial).getByRole('link').first().click();
  await expect(page.getByText('Looked at')).toBeVisible();
  await page.getByRole('link', { name: 'Print label' }).click();
  await expect(page.getByRole('img', { name: /^Barcode U-/ })).toBeVisible();
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await page.goBack();
  await expect(page.getByText('Label printed')).toBeVisible();
});
