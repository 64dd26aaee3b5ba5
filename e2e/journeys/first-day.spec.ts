import { openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import { field, heading, notice } from './shopper.ts';

test('an empty shop leads to its first product, and shows shoppers nothing that nobody saved', {
  tag: ['@setup', '@catalog'],
}, async ({ page }) => {
  await openBackOffice(page);
  const checklist = page.locator('section').filter({ has: page.getByRole('heading', { name: 'First day' }) });
  await expect(checklist.getByRole('status')).toHaveText('0 of 8 done or skipped');
  await checklist.getByRole('button', { name: 'Keep 8%: Tax rate' }).click();
  await expect(checklist.getByRole('status')).toHaveText('1 of 8 done or skipped');
  await checklist.getByRole('button', { name: 'Take up again: Tax rate' }).click();
  await expect(checklist.getByRole('status')).toHaveText('0 of 8 done or skipped');

  await checklist.getByRole('link', { name: 'Add product' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add New Product' });
  await dialog.getByLabel('Category name').fill('Phones');
  await dialog.getByLabel('Category description').fill('Phones with a warranty');
  await dialog.getByRole('button', { name: 'Add category' }).click();
  await expect(dialog.getByRole('combobox', { name: /^Category/ })).toHaveValue(/^cat_/);
  await dialog.getByLabel('Product Name').fill('Pixel 8 128 GB');
  await dialog.getByLabel('Brand').fill('Google');
  await field(dialog, 'Description').fill('A phone.');
  await field(dialog, 'Price').fill('199');
  await dialog.getByRole('button', { name: 'Add Product' }).click();
  await expect(notice(page, 'Product added successfully!')).toBeVisible();

  await open(page, '/admin/first-day');
  await expect(heading(page, 'First day')).toBeVisible();
  await expect(checklist.getByRole('status')).toHaveText('1 of 8 done or skipped');
  await open(page, '/support');
  await expect(page.getByRole('main')).toContainText('Our team knows the devices.');
  await expect(page.getByRole('main')).not.toContainText('555 0100');
  await expect(page.getByRole('main')).not.toContainText('24/7');
});
