import type { Page } from '@playwright/test';
import { expectNoViolations } from '../journeys/accessibility.ts';
import { openBackOffice } from '../journeys/back-office.ts';
import { addDevice } from '../journeys/devices.ts';
import { expect, open, test } from '../journeys/journey.ts';
import {
  addToCart,
  buyWhatIsInTheCart,
  declinedCard,
  fillAddress,
  fillCard,
  goToCheckout,
  heading,
  newPerson,
  openCart,
  payButton,
  register,
} from '../journeys/shopper.ts';
import { call } from '../plain-client.ts';
import { prepareAdminScreens } from './admin-screens.ts';
import { dialogCases as adminCases, prepareDialogData } from './back-office-dialogs.ts';

// Every public, account and admin screen with its states and dialogs, on a light phone and on a dark desktop: no
// violation of WCAG 2.2 AA, no horizontal scrolling, and no console errors. A color that fails in one scheme fails there
// at every width, so the other two pairs would only repeat it.

const publicPages = [
  '/',
  '/products',
  '/products?view=list',
  '/products?category=Nothing',
  '/search?q=phone',
  '/search?q=qqqqqq',
  '/categories',
  '/deals',
  '/compare',
  '/wishlist',
  '/alerts/stop',
  '/unsubscribe',
  '/privacy/requests',
  '/warranty',
  '/grading',
  '/support',
  '/shipping',
  '/returns',
  '/privacy',
  '/terms',
  '/cookies',
  '/cart',
  '/track',
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password',
  '/not-me',
  '/verify-email',
  '/orders',
  '/offline',
];

const cases = [
  { width: 390, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
] as const;

for (const { width, colorScheme } of cases) {
  test.describe(`${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme });
    test.setTimeout(300_000);

    const isPhone = width < 768;
    const expectAccessible = async (page: Page, screen: string, part?: string) => {
      await expectNoViolations(page, screen, part);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(overflow, `${screen} is wider than the screen`).toBeLessThanOrEqual(0);
    };

    test('public pages', async ({ page, tolerate }) => {
      tolerate(/status of (401|404)/);
      for (const address of publicPages) {
        await open(page, address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
        await expectAccessible(page, address);
      }
      await page.goto('/no-such-page');
      await expectAccessible(page, 'a page that is not there');
    });

    test('a product, its images and its tabs', async ({ page, shop }) => {
      const { body } = await call(shop.url, 'GET', '/products?search=iPhone&limit=1');
      await open(page, `/product/${body.data.products[0].slug}`);
      await expectAccessible(page, 'product');
      for (const tab of ['Specifications', 'Reviews']) {
        await page.getByRole('tab', { name: tab }).click();
        await expectAccessible(page, `product: ${tab}`);
      }
      await page
        .getByRole('button', { name: /enlarge|larger|zoom/i })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'product: image enlarged');
    });

    test('the header: type-ahead, categories, menu', async ({ page }) => {
      await open(page, '/');
      if (isPhone) {
        await page.getByRole('banner').getByLabel('Menu', { exact: true }).first().click();
        await expect(
          page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Support' }),
        ).toBeVisible();
        await expectAccessible(page, 'mobile menu');
        return;
      }
      await page
        .getByRole('combobox', { name: 'Search products' })
        .or(page.getByRole('searchbox', { name: 'Search products' }))
        .first()
        .fill('iph');
      await expect(page.getByRole('listbox')).toBeVisible();
      await expectAccessible(page, 'type-ahead');
      await page.keyboard.press('Escape');
      await page.getByRole('banner').getByLabel('Choose a category').click();
      await expectAccessible(page, 'categories menu');
    });

    test('buying: drawer, cart, checkout, its errors, a declined card', async ({ page, shop, tolerate }) => {
      tolerate(/status of 402/);
      await addToCart(page, await addDevice(shop));
      await openCart(page);
      await expectAccessible(page, 'cart drawer');
      await open(page, '/cart');
      await expect(page.getByRole('main').getByRole('link', { name: 'Go to checkout' })).toBeVisible();
      await expectAccessible(page, 'filled cart');
      await goToCheckout(page);
      await expectAccessible(page, 'checkout');
      await payButton(page).click();
      await expect(page.getByLabel('First name')).toBeFocused();
      await expectAccessible(page, 'checkout with errors');
      await fillAddress(page, newPerson());
      await fillCard(page, declinedCard);
      await payButton(page).click();
      await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/declined/);
      await expectAccessible(page, 'checkout after a declined card');
    });

    test('customer screens', async ({ page, shop }) => {
      const person = newPerson();
      await register(page, person);
      await addToCart(page, await addDevice(shop));
      const number = await buyWhatIsInTheCart(page, person);
      await expectAccessible(page, 'confirmation');
      for (const address of [
        '/orders',
        '/orders/earlier',
        `/orders/${number}`,
        `/track?tracking=${number}`,
        '/profile',
        '/wishlist',
      ]) {
        await open(page, address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page, address);
      }
      await open(page, '/profile');
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete my account' })).toBeVisible();
      await expectAccessible(page, 'Delete my account');
    });

    test('the admin', async ({ page, shop }) => {
      const addresses = await prepareAdminScreens(shop);
      await openBackOffice(page);
      for (const address of addresses) {
        await open(page, address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(/\S/);
        await page.waitForLoadState('networkidle');
        await expectAccessible(page, address);
      }
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page, 'command palette');
    });

    test('every dialog of the admin', async ({ page, shop, tolerate }) => {
      test.setTimeout(900_000);
      // Order that cannot be reopened.
      tolerate(/\/status: .*status of 409/);
      const data = await prepareDialogData(shop);
      page.on('dialog', (question) => question.accept());
      await openBackOffice(page);
      for (const { name, open: openCase, part } of adminCases) {
        await openCase(page, data);
        await expectAccessible(page, name, part);
      }
    });

    test('a failing list', async ({ page, tolerate }) => {
      tolerate(/status of 503|Failed to load/);
      await openBackOffice(page);
      await page.route('**/api/orders/admin/**', (route) => route.fulfill({ status: 503, body: '{}' }));
      await open(page, '/admin/orders');
      await expect(page.getByRole('button', { name: /retry|try again/i }).first()).toBeVisible({
        timeout: 30_000,
      });
      await expectAccessible(page, 'orders that cannot be loaded');
      await expect(heading(page, 'Order Management')).toBeVisible();
    });
  });
}
