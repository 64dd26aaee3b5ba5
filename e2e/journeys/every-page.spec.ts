import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, placeOrderByApi } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { addToCart, goToCheckout, heading, newPerson, payAtCheckout, register } from './shopper.ts';

const pages = [
  '/',
  '/products',
  '/categories',
  '/search?q=phone',
  `/search?q=${'longword'.repeat(9)}`,
  '/cart',
  '/wishlist',
  '/compare',
  '/alerts/stop',
  '/unsubscribe',
  '/withdraw',
  '/privacy/requests',
  '/order-confirmation',
  '/profile',
  '/orders',
  '/orders/earlier',
  '/track',
  '/login',
  '/register',
  '/forgot-password',
  '/verify-email',
  '/deals',
  '/warranty',
  '/support',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/cookies',
];
const backOffice = [
  '',
  '/products',
  '/categories',
  '/orders',
  '/users',
  '/reviews',
  '/settings',
  '/audit',
].map((screen) => `/admin${screen}`);

test('every URL has a title before any script runs', async ({ shop, request }) => {
  for (const address of [...pages, '/checkout', ...backOffice, await productUrl(shop.url)]) {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect.soft(answer.status(), address).toBe(200);
    expect.soft(await answer.text(), address).toMatch(/<title>[^<]+<\/title>/);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('every page has a heading and fits the screen', async ({ page, shop, tolerate }) => {
    // A guest has no profile: the call that finds out precedes the redirect to sign-in.
    tolerate(/api\/users\/profile.*status of 401/);
    for (const address of [...pages, await productUrl(shop.url)]) {
      await open(page, address);
      await expectToFit(page, address);
    }
  });

  test('pages with a cart or an order fit the screen', async ({ page, shop }) => {
    await addToCart(page, await addDevice(shop));
    await open(page, '/cart');
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to checkout' })).toBeVisible();
    await expectToFit(page, '/cart');
    await goToCheckout(page);
    await expectToFit(page, '/checkout');
    const number = await payAtCheckout(page, newPerson());
    await expectToFit(page, '/order-confirmation');
    await page.getByRole('link', { name: 'View order' }).click();
    await expect(heading(page, `Order ${number}`)).toBeVisible();
    await expect(page.getByText('Paid by card')).toBeVisible();
    await expectToFit(page, 'an order');
  });

  test('every admin screen has a heading and fits the screen', async ({ page }) => {
    await openBackOffice(page);
    for (const address of [...backOffice, '/admin/mailbox']) {
      await open(page, address);
      await expectToFit(page, address);
    }
  });
});

test('the buttons of a row can be tapped on a phone', async ({ page, shop }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await placeOrderByApi(shop, await addDevice(shop));
  await openBackOffice(page);
  for (const screen of ['products', 'orders', 'users', 'reviews', 'mailbox']) {
    await open(page, `/admin/${screen}`);
    // Some mails cannot be sent again.
    const actions = page.locator('tbody .actions').filter({ has: page.getByRole('button') });
    const buttons = actions.first().getByRole('button');
    await expect(buttons.first()).toBeVisible();
    for (const button of await buttons.all()) await button.click({ trial: true });
  }
});

test('order status and product stock are visible at 768 px', async ({ page, shop }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await placeOrderByApi(shop, await addDevice(shop));
  await openBackOffice(page);
  for (const [screen, figure] of [
    ['orders', page.getByLabel(/^Status of order/)],
    ['products', page.getByRole('button', { name: /^Stock of/ })],
  ] as const) {
    await open(page, `/admin/${screen}`);
    const seen = await figure.first().boundingBox();
    const buttons = await page.locator('tbody .actions').first().boundingBox();
    expect((seen?.x ?? 0) + (seen?.width ?? 0), screen).toBeLessThanOrEqual(buttons?.x ?? 0);
  }
});

test('unknown URLs return 404 with links', async ({ page, tolerate }) => {
  tolerate(/status of 404/);
  const unknown = await page.goto('/no-such-page');
  expect(unknown?.status()).toBe(404);
  await expect(page).toHaveTitle('Page not found');
  await expect(page.getByRole('main').getByRole('link', { name: 'See all products' })).toBeVisible();

  const product = await page.goto('/product/no-such-product');
  expect(product?.status()).toBe(404);
  await expect(heading(page, 'Product Not Found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Products' }).click();
  await expect(page).toHaveURL('/products');

  // Similar products are shown as families, an iPhone 13 once.
  await page.goto('/product/iphone-13-no-such-product');
  await expect(page.getByRole('article').getByRole('heading').getByRole('link')).toHaveText(['iPhone 13']);

  const category = await page.goto('/products?category=Nothing');
  expect(category?.status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await page.getByRole('link', { name: 'Clear Filters' }).click();
  await expect(page.getByText(/^Showing \d+ of \d+ products$/)).toBeVisible();
});

test('the admin redirects guests to the sign-in page', async ({ page }) => {
  for (const address of backOffice) {
    await page.goto(address);
    await expect(page, address).toHaveURL(/\/login(\?|$)/);
    await expect(heading(page, 'Sign In')).toBeVisible();
  }
  await test.step('only administrators enter, and arrive at the page they requested', async () => {
    await register(page, newPerson());
    await page.goto('/admin/orders');
    await expect(page).toHaveURL(/\/login\?/);
    const why = 'Sign in with an administrator account to open the back office.';
    await expect(page.getByRole('alert').filter({ hasText: why })).toBeVisible();
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
    await expect(heading(page, 'Order Management')).toBeVisible();
    await expect(page).toHaveURL('/admin/orders');
  });
  await test.step('signed-in visitors are redirected from the sign-in page', async () => {
    await page.goto('/register');
    await expect(page).toHaveURL('/');
    await page.goto('/login?from=/profile');
    await expect(page).toHaveURL('/profile');
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the shop can be read without scripts', async ({ page, shop }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search products' }).fill('iPad');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Results for “iPad”')).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText('iPad');

    await page.goto('/categories');
    await page.getByRole('main').getByRole('link', { name: 'Laptops' }).click();
    await expect(heading(page, 'Laptops')).toBeVisible();
    await expect(page.getByText(/^Showing \d+ of \d+ products$/)).toBeVisible();
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
    await expect(page.getByRole('main')).toContainText('Ordering requires JavaScript');

    await page.goto(await productUrl(shop.url));
    await expect(page.getByRole('main')).toContainText(/\$\d/);
    await expect(page.getByRole('main')).toContainText('Storage');
  });
});

/** Returns the URL of a demo product with several conditions. */
async function productUrl(shopUrl: string): Promise<string> {
  const { body } = await call(shopUrl, 'GET', '/products?search=iPhone&limit=1');
  return `/product/${body.data.products[0].slug}`;
}

/** Expects one heading and no horizontal scrolling. */
async function expectToFit(page: Page, screen: string): Promise<void> {
  await expect.soft(page.getByRole('heading', { level: 1 }), screen).toHaveText(/\S/);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${screen} is wider than the screen`).toBe(0);
}
