import { openBackOffice } from './back-office.ts';
import { expect, test } from './journey.ts';
import { newImei, newSerial, scan, scanAgain } from './scanner.ts';
import { heading } from './shopper.ts';

test('a manifest becomes expected devices, a scan receives one, and the closed lot books its cost', {
  tag: ['@units'],
}, async ({ page }) => {
  const [first, second, third] = [newImei(), newImei(), newImei()];
  const supplier = `Wholesale ${newSerial()}`;
  const model = `Fairphone ${newSerial()}`;
  await openBackOffice(page, '/admin/lots?add=lot');
  const lotDialog = page.getByRole('dialog', { name: 'New lot' });
  await lotDialog.getByRole('button', { name: 'New supplier' }).click();
  const supplierDialog = page.getByRole('dialog', { name: 'New supplier' });
  await supplierDialog.getByLabel('Name').fill(supplier);
  await supplierDialog.getByLabel('Tax on sales').selectOption('Margin scheme: tax on the margin');
  await supplierDialog.getByRole('button', { name: 'Add supplier' }).click();
  await expect(lotDialog.getByLabel('Supplier').getByRole('option', { selected: true })).toHaveText(supplier);
  await lotDialog.getByLabel('Price of all devices').fill('300');
  await lotDialog.getByRole('button', { name: 'Add lot' }).click();
  await expect(heading(page, /^L-\d+$/)).toBeVisible();
  await expect(page.getByText('margin scheme')).toBeVisible();

  const rows = [
    'Device,IMEI,Cosmetic grade,Unit price',
    `${model},${first},B+,100`,
    `${model},${second},A,100`,
    `${model},${third},A,100`,
    `${model},${first},A,100`,
    `${model},3.56E+14,A,100`,
  ];
  const manifest = page.locator('section', { has: page.getByRole('heading', { name: 'Manifest' }) });
  await manifest
    .locator('input[type=file]')
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await expect(manifest).toContainText('Which models are these?');
  await manifest.getByRole('button', { name: `Choose the model of ${model}` }).click();
  const modelDialog = page.getByRole('dialog', { name: 'Choose the model' });
  await modelDialog.getByRole('button', { name: 'New model' }).click();
  await expect(modelDialog.getByLabel('Name')).toHaveValue(model);
  await modelDialog.getByLabel('Brand').fill('Fairphone');
  await modelDialog.getByRole('button', { name: 'Use this model' }).click();
  await expect(manifest).toContainText('3 rows of 5 can be added: 3 devices. 2 rows cannot.');
  await expect(manifest.getByRole('list', { name: 'Rejected rows' })).toContainText('is in row 2 already');
  await manifest.getByRole('button', { name: 'Add 3 devices' }).click();
  await expect(manifest).toContainText('3 devices were added as expected.');

  await page.getByRole('link', { name: 'Receive', exact: true }).last().click();
  await expect(heading(page, 'Receive devices')).toBeVisible();
  await expect(page.getByText('0 of 3 received')).toBeVisible();
  await scan(page, first);
  const received = page.getByRole('region', { name: 'Device on the table' });
  await expect(received).toContainText(model);
  const serial = newSerial();
  await scan(page, serial);
  await scanAgain(page, first, serial);
  await expect(page.getByText('1 of 3 received')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Received now' })).not.toContainText('Not on the manifest');

  await page.goBack();
  await page.getByRole('button', { name: 'Close lot' }).click();
  const closing = page.getByRole('dialog', { name: /^Close lot/ });
  await expect(closing).toContainText('2 devices never came');
  await expect(closing).toContainText('$100.00');
  await closing.getByRole('button', { name: 'Close lot' }).click();
  await expect(page.getByText('The devices carry $100.00.')).toBeVisible();
});
