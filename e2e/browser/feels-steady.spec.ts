import type { Page } from '@playwright/test';
import { addDevice, placeOrderByApi } from '../journeys/devices.ts';
import { expect, open, type Shop, test, waitForHydration } from '../journeys/journey.ts';
import { addButton, field, newPerson, notice, register } from '../journeys/shopper.ts';
import { call } from '../plain-client.ts';

// Tests layout shifts during load and scrolling, adding to the cart without waiting for the network, and
// invalid fields hidden behind the sticky header.

declare global {
  interface Window {
    /** Sum of the layout shifts and the shifted elements. */
    shifted: { sum: number; moved: string[] };
  }
}

for (const width of [390, 1440]) {
  test(`there are no layout shifts at ${width} px`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(sumShifts);
    // The network would never be idle: Playwright sees no end of a keepalive request.
    await page.route('**/api/search/events', (route) => route.fulfill({ status: 204 }));
    for (const address of ['/', '/products', await anyProduct(shop), '/search?q=phone']) {
      await open(page, address);
      await page.waitForLoadState('networkidle');
      await scrollThrough(page);
      const { sum, moved } = await page.evaluate(() => window.shifted);
      expect.soft(sum, `${address}: ${moved.join('; ')}`).toBeLessThan(0.02);
    }
  });
}

test('orders, profile and wishlist do not shift when their data arrives', async ({ page, shop }) => {
  const device = await addDevice(shop);
  await register(page, newPerson());
  const token = await page.evaluate(() => localStorage.getItem('auth-token') ?? '');
  await placeOrderByApi(shop, device, { token });
  await call(shop.url, 'POST', '/wishlist', { token, body: { products: [device.id] } });
  await page.addInitScript(sumShifts);
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const address of ['/orders', '/profile', '/wishlist']) {
      await open(page, address);
      await page.waitForLoadState('networkidle');
      const { sum, moved } = await page.evaluate(() => window.shifted);
      expect.soft(sum, `${address} at ${width} px: ${moved.join('; ')}`).toBeLessThan(0.02);
    }
  }
});

test('a product is in the cart at once, even if the shop is slow', async ({ page, shop }) => {
  const device = await addDevice(shop);
  await open(page, `/product/${device.slug}`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await held;
    await route.continue();
  });
  await addButton(page).click();
  await expect(notice(page, `${device.name} added to cart!`)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Cart, 1 / })).toBeVisible();
  answer();
  await page.unrouteAll({ behavior: 'wait' });
});

test('clicks before hydration are replayed', async ({ page, shop }) => {
  const device = await addDevice(shop);
  let bring = () => {};
  const held = new Promise<void>((resolve) => {
    bring = resolve;
  });
  await page.route('**/assets/entry*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/product/${device.slug}`);
  await addButton(page).click();
  await addButton(page).click();
  bring();
  await expect(notice(page, `${device.name} added to cart!`)).toBeVisible();
  // A second click during the request must not add a second item.
  await expect(page.getByRole('button', { name: /^Cart, 1 / })).toBeVisible();
});

test('scripts do not wait for a stalled image', async ({ page, shop }) => {
  const device = await addDevice(shop);
  await page.route('**/*.svg', () => {});
  await page.goto(`/product/${device.slug}`, { waitUntil: 'commit' });
  await waitForHydration(page);
});

test('a slow navigation shows progress, and a second one replaces it', async ({ page }) => {
  await open(page, '/');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/products.data*', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'Products' }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeAttached();
  await menu.getByRole('link', { name: 'Categories' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Categories' })).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeHidden();
  answer();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await expect(page).toHaveURL('/categories');
});

test('an invalid field scrolls below the header, with its label', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/support');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(field(page.getByRole('main'), 'Name')).toBeFocused();
  const header = await page.getByRole('banner').boundingBox();
  const label = await page.locator('label', { hasText: /^Name/ }).boundingBox();
  expect(label?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0));
});

type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
};

/** Runs in the page before its own scripts. */
function sumShifts(): void {
  window.shifted = { sum: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as Shift;
      if (hadRecentInput) continue;
      window.shifted.sum += value;
      for (const { node } of sources) {
        window.shifted.moved.push(node?.parentElement?.outerHTML.slice(0, 200) ?? 'something that is gone');
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Scrolls down a screen at a time, so that lazy content loads in its reserved space. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let top = 0; top < document.documentElement.scrollHeight; top += 450) {
      scrollTo({ top, behavior: 'instant' });
      await frame();
      await frame();
    }
  });
  await page.waitForLoadState('networkidle');
}

async function anyProduct(shop: Shop): Promise<string> {
  const { body } = await call(shop.url, 'GET', '/products?search=iPhone&limit=1');
  return `/product/${body.data.products[0].slug}`;
}
