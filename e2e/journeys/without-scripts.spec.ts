import { addDevice } from './devices.ts';
import { expect, test } from './journey.ts';

test.use({ javaScriptEnabled: false });

test('the shop can be browsed, filtered and searched without JavaScript', async ({ page, shop }) => {
  const device = await addDevice(shop, { condition: 'good', specifications: { Storage: '128 GB' } });
  const main = page.getByRole('main');

  await test.step('open a category from the home page', async () => {
    await page.goto('/');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    await main
      .getByRole('link', { name: /^Laptops/ })
      .first()
      .click();
    await expect(page).toHaveURL('/products?category=Laptops');
    await expect(main.getByRole('heading', { level: 1, name: 'Laptops' })).toBeVisible();
    await expect(main.getByText(/^Showing \d+ of \d+ products$/)).toBeVisible();
  });

  await test.step('submit the filters as a form', async () => {
    const filters = main.getByRole('form', { name: 'Filters' });
    await filters.getByRole('checkbox', { name: /^Apple/ }).check();
    await filters.getByRole('button', { name: /Show|Apply/ }).click();
    await expect(page).toHaveURL(/brand=Apple/);
    await expect(main.getByRole('article').first()).toContainText(/MacBook/);
  });

  await test.step('search and open the product', async () => {
    await page.getByRole('searchbox', { name: 'Search products' }).fill(device.name);
    await page.keyboard.press('Enter');
    await expect(main.getByText('1 result')).toBeVisible();
    await main.getByRole('link', { name: device.name }).click();
    await expect(main.getByRole('heading', { level: 1, name: device.name })).toBeVisible();
    await expect(main.getByText('$200').first()).toBeVisible();
    await expect(main.getByText('A device for a browser journey.')).toBeVisible();
    await expect(main.getByText('Storage')).toBeVisible();
    await expect(main.getByText('No reviews yet.')).toBeVisible();
    await expect(
      main.getByText('Ordering requires JavaScript, which is turned off in this browser.'),
    ).toBeVisible();
  });

  await test.step('cart and checkout say what they need', async () => {
    for (const path of ['/cart', '/checkout']) {
      await page.goto(path);
      await expect(main.getByText('The cart and the checkout need JavaScript')).toBeVisible();
      await expect(main.getByRole('link', { name: /@/ })).toBeVisible();
      await expect(main.getByRole('button')).toHaveCount(0);
    }
  });

  await test.step('so do the pages that know their visitor', async () => {
    for (const path of ['/orders', '/profile', '/wishlist', '/track', '/orders/MJ-TEST']) {
      await page.goto(path);
      await expect(main.getByText('This page needs JavaScript'), path).toBeVisible();
      await expect(main.getByRole('button'), path).toHaveCount(0);
    }
  });

  await test.step('open every page of the footer', async () => {
    const addresses = await page
      .getByRole('contentinfo')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(addresses.length).toBeGreaterThan(8);
    for (const address of new Set(addresses.filter((href) => href.startsWith('/')))) {
      expect((await page.goto(address))?.status(), address).toBe(200);
      await expect(main.getByRole('heading', { level: 1 }), address).toBeVisible();
    }
  });
});
