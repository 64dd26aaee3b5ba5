import type { Page } from '@playwright/test';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice, row } from './back-office.ts';
import { csv, onSale } from './csv-file.ts';
import { newName } from './devices.ts';
import { expect, open, test } from './journey.ts';

test('a file is uploaded, checked and imported, and its products are for sale', async ({ page, shop }) => {
  const name = newName();
  const lines = [
    'sku,name,brand,category,price,stockCount,condition',
    `${name} A,${name},Acme,Smartphones,120,2,good`,
    `${name} B,${name} Pro,Acme,Smartphones,240,1,good`,
    `${name} C,${name} Max,Acme,Smartphones,Nowhere,1,good`,
  ];
  await openBackOffice(page, '/admin/imports');
  const chooser = page.getByLabel('Choose a CSV file or drop it here');

  await test.step('the upload shows its progress and can be cancelled', async () => {
    let arrive = () => {};
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/api/product-imports?ask=true', async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await chooser.setInputFiles(csv('stopped.csv', lines));
    await expect(page.getByRole('progressbar', { name: 'Sending stopped.csv' })).toBeVisible();
    await expectNoViolations(page, 'a file on its way');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(chooser).toBeAttached();
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    arrive();
    await page.unroute('**/api/product-imports?ask=true');
  });

  await test.step('a file that is too large shows an error', async () => {
    await chooser.evaluate((input: HTMLInputElement) => {
      const files = new DataTransfer();
      files.items.add(new File([new Uint8Array(32 * 1024 * 1024 + 1)], 'large.csv'));
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(page.getByRole('main').getByRole('alert')).toHaveText(
      'A file can have up to 32 MB. Split it and try again.',
    );
  });

  await test.step('checking changes nothing', async () => {
    await chooser.setInputFiles(csv('stock.csv', lines));
    await expect(page.getByRole('heading', { level: 1, name: 'stock.csv' })).toBeVisible();
    await expect(row(page, `${name} A`)).toContainText('To add');
    await expect(row(page, `${name} C`)).toContainText('Nowhere');
    expect(await onSale(shop.url, name)).toBe(0);
    expect(await topOf(page, 'Download rejected rows')).toBe(await topOf(page, 'Import 2 rows'));
    expect(await topOf(page, 'Discard')).toBe(await topOf(page, 'Import 2 rows'));
  });

  await test.step('import the valid rows', async () => {
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await expect(page.getByRole('status').filter({ hasText: 'Done' })).toBeVisible({ timeout: 30_000 });
    await expect(row(page, `${name} B`)).toContainText('Added');
    expect(await onSale(shop.url, name)).toBe(2);
  });

  await test.step('the import is listed', async () => {
    await page.getByRole('link', { name: 'All imports' }).click();
    await expect(row(page, 'stock.csv').first()).toContainText('Done');
    await expect(row(page, 'stopped.csv')).toHaveCount(0);
  });
});

const topOf = async (page: Page, name: string) =>
  (await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? null;

test('unknown columns are assigned on the screen once, and remembered until they are forgotten', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const [name, id] = [newName(), crypto.randomUUID().slice(0, 8)];
  const [price, color] = [`Preis ${id}`, `Farbe ${id}`];
  const lines = [
    `sku,name,brand,category,condition,stockCount,${price},${color}`,
    `${name} A,${name},Acme,Smartphones,good,1,120,Rot`,
  ];
  await openBackOffice(page, '/admin/imports');
  const chooser = page.getByLabel('Choose a CSV file or drop it here');
  await chooser.setInputFiles(csv('supplier.csv', lines));
  const dialog = page.getByRole('dialog', { name: 'What are these columns?' });
  await expect(dialog.getByText('In the file: 120')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remember and check the file' })).toBeDisabled();
  await expectNoViolations(page, 'unknown columns');
  await dialog.getByLabel(price).selectOption({ label: 'Price' });
  await dialog.getByLabel(color).selectOption({ label: 'Ignore it' });
  await dialog.getByRole('button', { name: 'Remember and check the file' }).click();
  await expect(page.getByRole('heading', { name: 'supplier.csv' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText(name);

  await open(page, '/admin/imports');
  await chooser.setInputFiles(csv('again.csv', lines));
  await expect(page.getByRole('heading', { name: 'again.csv' })).toBeVisible();
  await open(page, '/admin/imports');
  await expect(page.getByText(`“${color}” is ignored`)).toBeVisible();
  await page.getByRole('button', { name: 'Forget' }).click();
  await expect(page.getByText('Remembered from your files')).toBeHidden();
  await chooser.setInputFiles(csv('third.csv', lines));
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
});
