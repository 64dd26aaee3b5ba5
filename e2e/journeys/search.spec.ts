import type { Page } from '@playwright/test';
import { addDevice, newName } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { heading } from './shopper.ts';

const searchField = (page: Page) => page.getByRole('combobox', { name: 'Search products' });
const offers = (page: Page) => page.getByRole('listbox', { name: 'Suggestions' });

test('typing shows products, brands and categories as suggestions', async ({ page, shop }) => {
  const device = await addDevice(shop, { name: newName(), price: 123.45 });
  await open(page, '/track');
  await searchField(page).pressSequentially(device.name.toLowerCase());
  const offer = offers(page).getByRole('option', { name: new RegExp(`^${device.name}`) });
  await expect(offer).toContainText('$123.45');
  await expect(offer.locator('mark')).toHaveText(device.name);
  await offer.click();
  await expect(heading(page, device.name)).toBeVisible();
  await expect(offers(page)).toBeHidden();

  await searchField(page).fill('apple');
  await offers(page).getByRole('option', { name: 'Apple', exact: true }).click();
  await expect(page).toHaveURL('/products?brand=Apple');
  // The new page clears the field when it renders.
  await expect(searchField(page)).toHaveValue('');
  await searchField(page).fill('lapt');
  await offers(page).getByRole('option', { name: 'Laptops', exact: true }).click();
  await expect(page).toHaveURL('/products?category=Laptops');
});

test('suggestions work by keyboard, and Escape returns to the field', async ({ page }) => {
  await open(page, '/');
  const field = searchField(page);
  await field.fill('  ');
  await expect(offers(page)).toBeHidden();
  await field.press('Enter');
  await expect(page).toHaveURL('/');

  await field.fill('iphone');
  await expect(
    offers(page)
      .getByRole('option', { name: /iPhone/ })
      .first(),
  ).toBeVisible();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await field.press('ArrowUp');
  await expect(offers(page).getByRole('option', { selected: true })).toHaveText('Search for “iphone”');
  await field.press('ArrowDown');
  await expect(offers(page).getByRole('option', { selected: true })).toHaveCount(0);
  await field.press('ArrowDown');
  const first = offers(page).getByRole('option').first();
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', (await first.getAttribute('id')) ?? '');

  await field.press('Escape');
  await expect(offers(page)).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('iphone');
  await field.press('ArrowDown');
  await expect(first).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/product\/.*iphone/);
  await expect(field).toHaveValue('');

  await field.fill('iphone');
  await field.press('Enter');
  await expect(heading(page, 'Results for “iphone”')).toBeVisible();
});

test('slow, empty and failed suggestions leave the search usable', async ({ page, tolerate }) => {
  tolerate(/ERR_FAILED/);
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/search/suggestions*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await open(page, '/');
  await searchField(page).fill('zzzz');
  await expect(offers(page)).toHaveAttribute('aria-busy', 'true');
  await expect(offers(page).getByRole('option')).toHaveText(['Search for “zzzz”']);
  gate.resolve();
  await expect(offers(page)).toContainText('No suggestions.');

  await page.unroute('**/api/search/suggestions*');
  await page.route('**/api/search/suggestions*', (route) => route.abort());
  await searchField(page).fill('iphone');
  await expect(offers(page)).toHaveAttribute('aria-busy', 'false');
  await offers(page).getByRole('option').click();
  await expect(heading(page, 'Results for “iphone”')).toBeVisible();
});

test('typing offline leaves the page as it is', async ({ page, context, tolerate }) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  await open(page, '/terms');
  await context.setOffline(true);
  const failedScript = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.js'));
  await searchField(page).fill('laptop');
  await failedScript;
  await expect(heading(page, 'Terms')).toBeVisible();
  await expect(searchField(page)).toHaveValue('laptop');
});

test('matches are counted and highlighted; a corrected typo is named', async ({ page, shop }) => {
  const { name } = await addDevice(shop);
  await open(page, `/search?q=${encodeURIComponent(name.toUpperCase())}`);
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeVisible();
  await expect(page.getByRole('article').locator('mark')).toHaveText(name);

  await open(page, '/search?q=iphnoe');
  await expect(page.getByText('Showing results for “iphone”.')).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('iPhone');
});

test('a word that no product has is left out; unknown words alone offer categories', async ({ page }) => {
  await open(page, '/search?q=iphone+qqqqqqq');
  await expect(
    page.getByText('No product matches every word. Showing results without “qqqqqqq”.'),
  ).toBeVisible();
  await expect(page.getByRole('article').first()).toContainText('iPhone');

  await open(page, '/search?q=qqqqqqq');
  await expect(page.getByRole('heading', { name: 'No results for “qqqqqqq”' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Laptops' }).click();
  await expect(page).toHaveURL(/category=Laptops/);
});
