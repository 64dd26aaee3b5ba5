import { openBackOffice } from './back-office.ts';
import { addDevice } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { heading } from './shopper.ts';

test('categories are opened from the header with the keyboard only', async ({ page }) => {
  await open(page, '/track');
  const menu = page.getByRole('banner').getByLabel('Choose a category');
  await menu.focus();
  await page.keyboard.press('Enter');
  const tablets = page.getByRole('banner').getByRole('link', { name: /^Tablets \d+ products$/ });
  await expect(tablets).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tablets).toBeHidden();
  await expect(menu).toBeFocused();

  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/products\?category=/);
  await expect(tablets).toBeHidden();
});

test('failed categories are requested again', async ({ page, tolerate }) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/);
  const banner = page.getByRole('banner');
  const tablets = banner.getByRole('link', { name: /^Tablets \d+ products$/ });
  await page.route('**/api/categories*', (route) => route.fulfill({ status: 503, body: '' }));
  await open(page, '/track');
  await banner.getByLabel('Choose a category').click();
  await expect(banner.getByRole('alert')).toContainText('The categories could not be loaded.');
  await page.unroute('**/api/categories*');
  await page.route('**/api/categories*', (route) => route.abort('internetdisconnected'), { times: 1 });
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(banner.getByRole('alert')).toBeVisible();
  await banner.getByRole('button', { name: 'Try again' }).click();
  await expect(tablets).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tablets).toBeHidden();
});

test('a new page starts at the top, and Back restores the scroll position', async ({ page }) => {
  await open(page, '/products');
  const last = page.getByRole('article').last().getByRole('heading').getByRole('link');
  await last.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(500);
  await last.click();
  await expect(page).toHaveURL(/\/product\//);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(heading(page, 'All products')).toBeVisible();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 300);
});

test('a page that fails to load names the connection and loads once it is back', async ({
  page,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 503/);
  const products = page.getByRole('banner').getByRole('link', { name: 'Products', exact: true });
  await page.route('**/products.data*', (route) => route.abort('internetdisconnected'));
  await open(page, '/track');
  await products.click();
  await expect(heading(page, 'No connection to the shop')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Check your internet connection.');
  await expect(page.getByRole('main')).not.toContainText('500');
  await page.unroute('**/products.data*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'All products')).toBeVisible();

  await page.route('**/categories.data*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('banner').getByRole('link', { name: 'Categories', exact: true }).click();
  await expect(heading(page, 'No connection to the shop')).toBeVisible();
  await page.unroute('**/categories.data*');
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(heading(page, 'Categories')).toBeVisible();

  await page.route('**/products.data*', (route) => route.fulfill({ status: 503, body: '' }));
  await products.click();
  await expect(heading(page, 'This page could not be loaded')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('503');
});

test('a page of the back office for something that does not exist offers no second try', async ({
  page,
  tolerate,
}) => {
  tolerate(/status of 404/);
  await openBackOffice(page);
  const main = page.getByRole('main');
  for (const path of ['orders/drafts/drf_gone', 'customers/cus_gone', 'returns/R-0-GONE']) {
    await open(page, `/admin/${path}`);
    await expect(main).toContainText('It was deleted, or the address is wrong.');
    await expect(main.getByRole('button', { name: 'Try again' })).toBeHidden();
  }
});

test('the first Tab offers to skip the header', async ({ page }) => {
  await open(page, '/products');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('search, wishlist and cart stay in view far down a list', async ({ page }) => {
    await open(page, '/products');
    const banner = page.getByRole('banner');
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    for (const control of [
      banner.getByRole('combobox', { name: 'Search products' }),
      banner.getByRole('link', { name: 'Wishlist' }),
      banner.getByRole('button', { name: 'Cart, empty' }),
    ])
      await expect(control).toBeInViewport({ ratio: 1 });
    // Shift+Tab from the footer focuses links of the list: none may be covered by the header.
    const { y, height } = (await banner.boundingBox()) ?? { y: 0, height: 0 };
    await page.getByRole('contentinfo').getByRole('link').first().focus();
    for (let count = 0; count < 24; count += 1) {
      await page.keyboard.press('Shift+Tab');
      const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
      expect(top).toBeGreaterThanOrEqual(y + height);
    }
  });

  test('the phone menu contains categories, deals, tracking and support', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('banner').getByLabel('Menu', { exact: true }).first().click();
    const menu = page.getByRole('navigation', { name: 'Menu' });
    for (const name of ['Deals', 'Track an order', 'Support'])
      await expect(menu.getByRole('link', { name })).toBeVisible();
    await menu.getByRole('link', { name: 'Laptops' }).click();
    await expect(page).toHaveURL('/products?category=Laptops');
    await expect(menu).toBeHidden();
  });
});

test('deals are reached from the header, counted, sorted and filtered', async ({ page, shop }) => {
  const brand = `Deal${crypto.randomUUID().slice(0, 6)}`;
  const cheap = await addDevice(shop, { brand, price: 100, originalPrice: 2000 });
  const dear = await addDevice(shop, { brand, price: 300, originalPrice: 9000, condition: 'fair' });
  await addDevice(shop, { brand, price: 50 });
  await addDevice(shop, { brand, price: 85, originalPrice: 100 });
  await open(page, '/');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Deals' }).click();
  await expect(page.getByText('Showing 24 of 48 deals')).toBeVisible();

  await page.getByRole('checkbox', { name: brand }).check();
  const cards = page.getByRole('article').getByRole('heading');
  await expect(page.getByText('Showing 2 of 2 deals')).toBeVisible();
  await expect(cards).toHaveText([dear.name, cheap.name]);
  await page.getByLabel('Sort by').selectOption('Price: low to high');
  await expect(cards).toHaveText([cheap.name, dear.name]);
  await expect(page).toHaveURL(/^[^?]*\/deals\?.*sort=price-low/);
  await expect(page.getByRole('checkbox', { name: 'Like New' }), 'no deal of this brand').toBeDisabled();
  await page.getByRole('checkbox', { name: /^Fair \d/ }).check();
  await expect(cards).toHaveText([dear.name]);
});

test('colors are filtered by their base, and by the name in a link', async ({ page }) => {
  await open(page, '/products?category=Smartphones');
  const colors = page.getByRole('group', { name: 'Color' });
  await expect(colors.getByRole('checkbox', { name: 'Midnight' })).toHaveCount(0);
  await colors.getByRole('checkbox', { name: 'Black' }).check();
  await expect(page).toHaveURL(/baseColor=Black/);
  await expect(page.getByRole('article').filter({ hasText: 'iPhone 13' })).toBeVisible();

  await open(page, '/products?category=Smartphones&color=Midnight');
  await expect(page.getByText('Showing 1 of 1 products')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Midnight' })).toBeChecked();
});

for (const [group, name, param] of [
  ['Brand', 'Apple', 'brand=Apple'],
  ['Color', 'Black', 'baseColor=Black'],
] as const) {
  test(`a filter of ${group} that is ticked before the scripts arrive filters the list`, async ({ page }) => {
    const released = Promise.withResolvers<void>();
    await page.context().route(/\.js$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.goto('/products?category=Smartphones', { waitUntil: 'commit' });
    await page.getByRole('group', { name: group }).getByRole('checkbox', { name }).check();
    released.resolve();
    await expect(page).toHaveURL(new RegExp(param));
  });
}
