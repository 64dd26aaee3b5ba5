import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { addDevice, placeOrderByApi } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { addToCart, buyWhatIsInTheCart, goToCheckout, newPerson, payButton, register } from './shopper.ts';

// Main screens on a phone. e2e/browser/every-screen.spec.ts covers every screen and dialog, wide and narrow,
// light and dark.
test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test('browsing has no axe violations', async ({ page, shop }) => {
    const device = await addDevice(shop);
    for (const address of [
      '/',
      '/products',
      `/product/${device.slug}`,
      '/search?q=phone',
      '/categories',
      '/track',
    ]) {
      await open(page, address);
      await expectNoViolations(page, address);
    }
  });

  test('buying as a guest has no axe violations', async ({ page, shop }) => {
    await addToCart(page, await addDevice(shop));
    await page.getByRole('button', { name: /^Cart,/ }).click();
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Go to checkout' })).toBeVisible();
    await expectNoViolations(page, 'cart drawer');
    await open(page, '/cart');
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to checkout' })).toBeVisible();
    await expectNoViolations(page, '/cart');
    await goToCheckout(page);
    await payButton(page).click();
    await expect(page.getByLabel('First name')).toBeFocused();
    await expectNoViolations(page, '/checkout with errors');
  });

  test('customer pages have no axe violations', async ({ page, shop }) => {
    const person = newPerson();
    for (const address of ['/login', '/register']) {
      await open(page, address);
      await expectNoViolations(page, address);
    }
    await register(page, person);
    await addToCart(page, await addDevice(shop));
    const number = await buyWhatIsInTheCart(page, person);
    await expectNoViolations(page, '/order-confirmation');
    await open(page, '/orders');
    await expect(page.getByRole('article', { name: `Order ${number}` })).toBeVisible();
    await expectNoViolations(page, '/orders');
    await open(page, `/orders/${number}`);
    await expect(page.getByText('Paid by card')).toBeVisible();
    await expectNoViolations(page, 'an order');
    await open(page, `/track?tracking=${number}`);
    await expect(page.getByRole('heading', { name: `Order ${number}` })).toBeVisible();
    await expectNoViolations(page, '/track');
    await open(page, '/profile');
    await expect(page.getByText('This device')).toBeVisible();
    await expectNoViolations(page, '/profile');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByRole('dialog', { name: 'Delete my account' })).toBeVisible();
    await expectNoViolations(page, 'Delete my account');
    await open(page, '/verify-email');
    await expect(page.getByText('This link is incomplete.')).toBeVisible();
    await expectNoViolations(page, '/verify-email');
  });

  test('the admin has no axe violations', async ({ page, shop }) => {
    const order = await placeOrderByApi(shop, await addDevice(shop));
    await openBackOffice(page);
    await expect(page.getByRole('main').getByRole('link', { name: /^MJ-/ }).first()).toBeVisible();
    await expectNoViolations(page, '/admin');
    await open(page, '/admin/products');
    await expect(page.getByRole('table', { name: 'Products' })).toBeVisible();
    await expectNoViolations(page, '/admin/products');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(page.getByRole('dialog', { name: 'Add New Product' })).toBeVisible();
    await expectNoViolations(page, 'Add New Product');
    await open(page, '/admin/orders');
    await page.getByRole('button', { name: order.orderNumber, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: `Order ${order.orderNumber}` });
    await expect(dialog.getByText('Timeline')).toBeVisible();
    await expectNoViolations(page, 'order dialog');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expectNoViolations(page, '/admin/orders');
  });
});
