import type { Locator, Page } from '@playwright/test';
import { goByKey, openBackOffice } from './back-office.ts';
import { addDevice, ordersBy, placeOrderByApi, stockOf } from './devices.ts';
import { expect, open, test } from './journey.ts';
import { goodCard, heading, newPerson, notice, orderNumber } from './shopper.ts';

test('a product is found and bought with the keyboard only', async ({ page, shop }) => {
  const device = await addDevice(shop);
  const person = newPerson();
  const { keyboard } = page;
  const main = page.getByRole('main');

  await test.step('search from the home page', async () => {
    await open(page, '/');
    await tabTo(page, page.getByRole('combobox', { name: 'Search products' }));
    await keyboard.type(device.name);
    await keyboard.press('Enter');
    await expect(page.getByText('1 result')).toBeVisible();
    await tabTo(page, main.getByRole('link', { name: device.name }));
    await keyboard.press('Enter');
    await expect(heading(page, device.name)).toBeVisible();
  });

  await test.step('add two to the cart and check out from the drawer', async () => {
    await tabTo(page, main.getByRole('button', { name: 'One more' }).first());
    await keyboard.press('Space');
    await tabTo(page, main.getByRole('button', { name: 'Add to Cart', exact: true }).first());
    await keyboard.press('Enter');
    const cart = page.getByRole('button', { name: 'Cart, 2 items' });
    await expect(cart).toBeVisible();
    await tabTo(page, cart, 'Shift+Tab');
    await keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Your cart' });
    await tabTo(page, drawer.getByRole('link', { name: 'Go to checkout' }));
    await keyboard.press('Enter');
    await expect(heading(page, 'Checkout')).toBeVisible();
  });

  const number = await test.step('fill in address, shipping and card', async () => {
    const fields: [string | RegExp, string][] = [
      ['First name', person.firstName],
      ['Last name', person.lastName],
      ['Email', person.email],
      ['Phone', '555-0100'],
      [/^Address/, '1 Engine Street'],
      ['City', 'Portland'],
      ['State', 'Oreg'],
      ['ZIP code', '97201'],
    ];
    for (const [label, typed] of fields) {
      await tabTo(page, main.getByLabel(label).first());
      await keyboard.type(typed);
    }
    await tabTo(page, main.getByRole('radio', { name: /^Standard/ }));
    await keyboard.press('ArrowDown');
    await expect(main.getByRole('radio', { name: /^Express/ })).toBeChecked();
    for (const [label, typed] of [
      ['Card number', goodCard],
      ['Expiry (MM/YY)', '12/34'],
      ['CVV', '123'],
      ['Name on card', 'Ada Byron'],
    ] as const) {
      await tabTo(page, main.getByLabel(label));
      await keyboard.type(typed);
    }
    await keyboard.press('Enter');
    await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
    return await orderNumber(page);
  });

  expect(await ordersBy(shop, person.lastName)).toBe(1);
  expect(await stockOf(shop, device)).toBe(3);
  await tabTo(page, main.getByRole('link', { name: 'View order' }));
  await keyboard.press('Enter');
  await expect(heading(page, `Order ${number}`)).toBeVisible();
});

test('an order is found, shipped and tracked with the keyboard only', async ({ page, shop }) => {
  const { orderNumber } = await placeOrderByApi(shop, await addDevice(shop));
  const { keyboard } = page;
  await openBackOffice(page);
  await goByKey(page, 'o');
  await expect(heading(page, 'Order Management')).toBeVisible();
  await keyboard.press('/');
  await keyboard.type(orderNumber);
  await expect(page.getByRole('row')).toHaveCount(2);
  await tabTo(page, page.getByRole('button', { name: `View order ${orderNumber}` }));
  await keyboard.press('Enter');
  const order = page.getByRole('dialog', { name: `Order ${orderNumber}` });
  await tabTo(page, order.getByRole('button', { name: 'Ship…' }));
  await keyboard.press('Enter');
  const parcel = page.getByRole('dialog', { name: `Ship order ${orderNumber}` });
  await expect(parcel.getByLabel('Carrier')).toBeFocused();
  await tabTo(page, parcel.getByLabel('Tracking number'));
  await keyboard.type('1ZKEYS');
  await keyboard.press('Enter');
  await expect(parcel).toContainText('Press again to ship without payment.');
  await keyboard.press('Enter');
  await expect(notice(page, 'Order status updated to shipped')).toBeVisible();
  // It is loaded after the order and moves the button below it.
  await expect(order).toContainText('The email to the customer leaves at');
  await tabTo(page, order.getByRole('button', { name: 'Add step' }));
  await keyboard.press('Space');
  await tabTo(page, order.getByLabel('Location'));
  await keyboard.type('Memphis, TN');
  await keyboard.press('Enter');
  await expect(order).toContainText('In Transit · Memphis, TN');
  await keyboard.press('Escape');
  await expect(order).toBeHidden();
});

test('product images are reordered with the keyboard only', async ({ page, shop }) => {
  const device = await addDevice(shop, { images: ['/img/placeholder.svg', '/icon.svg'] });
  await openBackOffice(page, `/admin/products?edit=${device.id}`);
  const edit = page.getByRole('dialog', { name: 'Edit Product' });
  await expect(edit.getByLabel('Primary Image URL')).toHaveValue('/img/placeholder.svg');
  await tabTo(page, edit.getByRole('button', { name: 'Move image 1 down' }));
  await page.keyboard.press('Enter');
  await expect(edit.getByLabel('Primary Image URL')).toHaveValue('/icon.svg');
  await expect(
    edit.getByRole('status').filter({ hasText: 'Image 1 moved to position 2 of 2' }),
  ).toBeAttached();
  await tabTo(page, edit.getByRole('button', { name: 'Save Changes' }));
  await page.keyboard.press('Enter');
  await expect(notice(page, 'Product updated successfully!')).toBeVisible();
});

const maxPresses = 60;

/** Presses the key until the target has the focus, and expects a visible focus indicator. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < maxPresses; presses++) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
  }
  throw new Error(`${key} does not lead to ${target}`);
}
