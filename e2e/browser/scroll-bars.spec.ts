import type { Page } from '@playwright/test';
import { findBrowser } from '../find-browser.ts';
import { addDevice } from '../journeys/devices.ts';
import { expect, open, test } from '../journeys/journey.ts';
import { openCart } from '../journeys/shopper.ts';

/** Classic scroll bars take space; Playwright hides them by default. */
test.use({
  launchOptions: {
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
    ignoreDefaultArgs: ['--hide-scrollbars'],
  },
});

test('drawer and viewer reach the edge of a window with classic scroll bars', async ({ page, shop }) => {
  const device = await addDevice(shop, { images: ['/img/placeholder.svg'] });
  await open(page, `/product/${device.slug}`);
  const width = 1280;
  expect(await page.evaluate(() => document.documentElement.clientWidth), 'a scroll bar').toBeLessThan(width);
  const heading = page.getByRole('heading', { level: 1 });
  const before = await heading.boundingBox();

  const cart = await openCart(page);
  await expect.poll(() => rightEdge(page)).toBe(width);
  expect(await heading.boundingBox(), 'the page does not move').toEqual(before);
  await cart.getByRole('button', { name: 'Close' }).click();
  await expect(cart).toBeHidden();
  expect(await heading.boundingBox()).toEqual(before);

  await page.getByRole('button', { name: 'Enlarge the image' }).click();
  await expect.poll(() => rightEdge(page)).toBe(width);
});

/** Returns the right edge of the open dialog. */
function rightEdge(page: Page): Promise<number | undefined> {
  return page.evaluate(() => document.querySelector('dialog:modal')?.getBoundingClientRect().right);
}
