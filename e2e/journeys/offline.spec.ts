import { addDevice } from './devices.ts';
import { expect, open, test, waitForHydration } from './journey.ts';
import { addToCart, heading } from './shopper.ts';

/** These journeys test the service worker's cache. */
test.use({ serviceWorkers: 'allow' });

test('offline, the cart works and other pages show the offline page', async ({
  page,
  context,
  shop,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  const device = await addDevice(shop);
  await addToCart(page, device);
  await page.evaluate(() => navigator.serviceWorker.ready);

  await context.setOffline(true);
  await page.goto('/cart');
  await waitForHydration(page);
  await expect(page.getByRole('main')).toContainText(device.name);
  await page.goto('/deals');
  await expect(heading(page, 'You are offline')).toBeVisible();
  await page.getByRole('link', { name: 'Open your cart' }).click();
  await expect(page.getByRole('main')).toContainText(device.name);

  await page.goto('/deals');
  await waitForHydration(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, 'Deals')).toBeVisible();
});

test('a link followed offline opens its page once the connection is back', async ({
  page,
  context,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|Error loading route module/);
  await open(page, '/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  const footer = page.getByRole('contentinfo');
  for (const [name, path] of [
    ['Warranty', '/warranty'],
    ['Returns', '/returns'],
  ] as const) {
    await footer.getByRole('link', { name, exact: true }).click();
    await expect(heading(page, 'You are offline')).toBeVisible();
    await waitForHydration(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page).toHaveURL(path);
    await expect(heading(page, name)).toBeVisible();
    await waitForHydration(page);
    await context.setOffline(true);
  }
});

test('only non-personal pages and hashed files are cached', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await open(page, '/products');
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return lists.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept.filter((path) => !path.startsWith('/assets/')).sort()).toEqual(['/cart', '/offline']);
  expect(kept.length).toBeGreaterThan(5);
});

test('a page whose later scripts fail stays as it was sent, and works when loaded again', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/);
  const html = await (await fetch(`${shop.url}/products`)).text();
  let isBroken = true;
  let failed = 0;
  await page.route('**/assets/*.js', async (route) => {
    const file = new URL(route.request().url()).pathname;
    if (!isBroken || html.includes(file)) return route.fallback();
    failed++;
    await route.abort('internetdisconnected');
  });
  await page.goto('/products');
  await expect.poll(() => failed).toBeGreaterThan(0);
  await waitForHydration(page);
  await expect(heading(page, 'All products')).toBeVisible();
  const prices = page.getByRole('group', { name: 'Price' });
  await expect(prices).toBeVisible();

  isBroken = false;
  await open(page, '/products');
  await prices.getByLabel('Highest price in US dollars').fill('200');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/maxPrice=200/);
});
