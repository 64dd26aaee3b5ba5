import type { Page } from '@playwright/test';
import { addDevice } from '../journeys/devices.ts';
import { expect, open, test } from '../journeys/journey.ts';
import { addToCart, goToCheckout } from '../journeys/shopper.ts';

// Taps on a phone and a tablet: a click by script reaches a button that lies below a link, a finger does not.

const pages = [
  ...['/', '/products', '/products?view=list', '/products?category=Smartphones', '/search?q=phone', '/deals'],
  ...['/categories', '/wishlist', '/compare', '/cart', '/track', '/login', '/register', '/forgot-password'],
  ...['/grading', '/support', '/warranty', '/shipping', '/returns', '/privacy/requests'],
];

/** Returns the buttons in view of the page whose middle belongs to something else. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.getClientRects().length > 0 &&
      getComputedStyle(element).pointerEvents !== 'none';
    const buttons = document.querySelectorAll(
      'button:enabled, summary, [role="button"], .card-buttons a, a.card-add',
    );
    return [...buttons].filter(isSeen).flatMap((button) => {
      button.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { x, y, width, height } = button.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      return hit && button.contains(hit)
        ? []
        : [`${button.getAttribute('aria-label') ?? button.textContent}: ${hit?.outerHTML.slice(0, 120)}`];
    });
  });

for (const width of [390, 820]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true });

    test('each button of each storefront screen is what a thumb hits', async ({ page, shop }) => {
      const device = await addDevice(shop);
      await addToCart(page, device);
      for (const address of [...pages, `/product/${device.slug}`]) {
        await open(page, address);
        expect(await covered(page), address).toEqual([]);
      }
      await goToCheckout(page);
      expect(await covered(page), 'checkout').toEqual([]);
    });

    test('the buttons of a comparison say what they do', async ({ page, shop }) => {
      const device = await addDevice(shop);
      await open(page, `/compare?ids=${device.id}`);
      const words = page.getByText('Add to Cart', { exact: true });
      expect((await words.boundingBox())?.width).toBeGreaterThan(60);
    });

    test('a tap on a card adds it, wishes it, or asks which one', async ({ page, shop }) => {
      const device = await addDevice(shop);
      await open(page, `/search?q=${encodeURIComponent(device.name)}`);
      await page.getByRole('button', { name: `Add to Cart: ${device.name}` }).tap();
      await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
      const heart = page.getByRole('button', { name: `Wishlist: ${device.name}` });
      await heart.tap();
      await expect(heart).toHaveAttribute('aria-pressed', 'true');

      await open(page, '/search?q=iphone%2013');
      await expect(page.getByRole('main').getByText('Choose', { exact: true }).first()).toBeInViewport();
      await page.getByRole('link', { name: 'Choose: iPhone 13', exact: true }).tap();
      await expect(page).toHaveURL(/\/product\/iphone-13-.*#choices$/);
      await expect(page.getByRole('region', { name: 'Condition' })).toBeInViewport();
      // It may appear late, above what the page shows.
      await expect(page.getByText('Choose a condition')).toBeInViewport();
      await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
    });
  });
}
