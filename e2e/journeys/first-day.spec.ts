import { goTo, openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { test } from './own-shop.ts';
import { addButton, buyWhatIsInTheCart, field, heading, newPerson, notice } from './shopper.ts';

test('an empty shop leads to its first sale, and shows shoppers nothing that nobody saved', {
  tag: ['@setup', '@catalog', '@orders'],
}, async ({ page }) => {
  const start = performance.now();
  await openBackOffice(page);
  const checklist = page.locator('section').filter({ has: page.getByRole('heading', { name: 'First day' }) });
  await expect(checklist.getByRole('status')).toHaveText('0 of 8 done or skipped');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page.getByRole('figure'), 'no empty axes').toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Top selling products' })).toHaveCount(0);
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
  await field(dialog, 'Stock Count').fill('1');
  await dialog.getByRole('button', { name: 'Add Product' }).click();
  await expect(notice(page, 'Product added successfully!')).toBeVisible();

  await open(page, '/admin/first-day');
  await expect(heading(page, 'First day')).toBeVisible();
  await expect(checklist.getByRole('status')).toHaveText('1 of 8 done or skipped');
  const testOrder = checklist.getByRole('listitem').last();
  await expect(testOrder).toContainText('A test order');
  await testOrder.getByRole('link', { name: 'Open the store' }).click();
  await page.getByRole('link', { name: 'Pixel 8 128 GB' }).first().click();
  await addButton(page).click();
  await expect(notice(page, 'Pixel 8 128 GB added to cart!')).toBeVisible();
  const orderNumber = await buyWhatIsInTheCart(page, newPerson());
  await open(page, '/admin/first-day');
  await expect(testOrder.getByLabel('Done')).toBeVisible();
  await expect(checklist.getByRole('status')).toHaveText('2 of 8 done or skipped');
  await goTo(page, 'Orders');
  await expect(page.getByLabel(`Status of order ${orderNumber}`)).toHaveValue('processing');
  const description = `${Math.round((performance.now() - start) / 1000)} seconds`;
  test.info().annotations.push({ type: 'time to the first sale', description });

  await open(page, '/support');
  await expect(page.getByRole('main')).toContainText('Our team knows the devices.');
  await expect(page.getByRole('main')).not.toContainText('555 0100');
  await expect(page.getByRole('main')).not.toContainText('24/7');
});
