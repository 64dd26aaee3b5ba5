import type { Page } from '@playwright/test';
import { goTo, openBackOffice } from './back-office.ts';
import { expect, open } from './journey.ts';
import { unopenedTest as test } from './own-shop.ts';
import { addButton, buyWhatIsInTheCart, field, heading, newPerson, notice } from './shopper.ts';

const notTaking = 'This store is not taking orders yet';

async function switchTestMode(page: Page, to: 'on' | 'off'): Promise<void> {
  await open(page, '/admin/settings?tab=payment');
  await page.getByRole('button', { name: `Turn ${to} test mode…` }).click();
  const dialog = page.getByRole('dialog', { name: `Turn ${to} test mode` });
  await dialog.getByRole('button', { name: `Turn ${to} test mode` }).click();
  await expect(
    page.getByRole('button', { name: `Turn ${to === 'on' ? 'off' : 'on'} test mode…` }),
  ).toBeVisible();
}

test('an empty shop leads to its first sale, and shows shoppers nothing that nobody saved', {
  tag: ['@setup', '@catalog', '@orders'],
}, async ({ page, browser, baseURL }) => {
  const start = performance.now();
  const visitor = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage();
  const homeTitle = async () => {
    await visitor.goto('/');
    return visitor.title();
  };
  expect(await homeTitle()).toBe('Reprise: opening soon');
  await visitor.getByRole('link', { name: 'Sign in' }).click();
  await expect(visitor).toHaveURL(/\/login\?from=%2Fadmin$/);
  await openBackOffice(page);
  await expect(page.getByText('Visitors read “Opening soon”.').first()).toBeVisible();
  const checklist = page.locator('section').filter({ has: page.getByRole('heading', { name: 'First day' }) });
  await expect(checklist.getByRole('status')).toHaveText('0 of 10 done or skipped');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expect(page.getByRole('figure'), 'no empty axes').toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Top selling products' })).toHaveCount(0);
  await checklist.getByRole('button', { name: 'Keep 8%: Tax rate' }).click();
  await expect(checklist.getByRole('status')).toHaveText('1 of 10 done or skipped');
  await checklist.getByRole('button', { name: 'Take up again: Tax rate' }).click();
  await expect(checklist.getByRole('status')).toHaveText('0 of 10 done or skipped');

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

  const band = page.getByText('Test mode: this store is not taking orders yet.');
  await switchTestMode(page, 'on');
  await expect(band).toBeVisible();
  await open(page, '/admin/first-day');
  await expect(heading(page, 'First day')).toBeVisible();
  await expect(checklist.getByRole('status')).toHaveText('2 of 10 done or skipped');
  const testOrder = checklist.getByRole('listitem').filter({ hasText: 'A test order' });
  await testOrder.getByRole('button', { name: 'Go to the store' }).click();
  await page.getByRole('link', { name: 'Pixel 8 128 GB' }).first().click();
  await addButton(page).click();
  await expect(notice(page, 'Pixel 8 128 GB added to cart!')).toBeVisible();
  const orderNumber = await buyWhatIsInTheCart(page, newPerson());
  await open(page, '/admin/first-day');
  await expect(testOrder.getByLabel('Done')).toBeVisible();
  await expect(checklist.getByRole('status')).toHaveText('3 of 10 done or skipped');
  await goTo(page, 'Orders');
  await expect(page.getByLabel(`Status of order ${orderNumber}`)).toHaveValue('processing');
  expect(await homeTitle()).toBe('Reprise: opening soon');
  await open(page, '/admin/first-day');
  await checklist.getByRole('button', { name: 'Open the store…' }).click();
  await page.getByRole('button', { name: 'Open to visitors' }).click();
  await expect(notice(page, 'Your store is open')).toBeVisible();
  await expect(checklist.getByRole('status')).toHaveText('4 of 10 done or skipped');
  await expect(page.getByText('Visitors read “Opening soon”.')).toHaveCount(0);
  await expect.poll(homeTitle).not.toContain('opening soon');
  await visitor.goto('/checkout');
  await expect(visitor.getByRole('heading', { name: notTaking })).toBeVisible();
  await open(page, '/checkout');
  await expect(page.getByRole('heading', { name: notTaking })).toHaveCount(0);

  await switchTestMode(page, 'off');
  await expect(band).toHaveCount(0);
  await page.getByRole('button', { name: 'Cancel open test orders (1)…' }).click();
  const leftovers = page.getByRole('dialog', { name: 'Cancel open test orders' });
  await expect(leftovers).toContainText(`${orderNumber}1 × Pixel 8 128 GB`);
  await leftovers.getByRole('button', { name: 'Cancel 1 order' }).click();
  await expect(leftovers).toContainText('Cancelled, back in stock');
  await leftovers.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: /Cancel open test orders/ })).toHaveCount(0);
  await visitor.goto('/checkout');
  await expect(visitor.getByRole('heading', { name: 'This store cannot take payments yet' })).toBeVisible();
  await visitor.context().close();
  const description = `${Math.round((performance.now() - start) / 1000)} seconds`;
  test.info().annotations.push({ type: 'time to the first sale', description });

  await open(page, '/support');
  await expect(page.getByRole('main')).toContainText('Our team knows the devices.');
  await expect(page.getByRole('main')).not.toContainText('555 0100');
  await expect(page.getByRole('main')).not.toContainText('24/7');
});
