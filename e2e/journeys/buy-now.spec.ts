import type { Page } from '@playwright/test';
import { call } from '../plain-client.ts';
import { addDevice, type Device, ordersBy, stockOf } from './devices.ts';
import { expect, open, type Shop, test } from './journey.ts';
import {
  addToCart,
  declinedCard,
  fillAddress,
  fillCard,
  goodCard,
  goToCheckout,
  heading,
  newPerson,
  notice,
  orderNumber,
  payButton,
  reload,
} from './shopper.ts';

async function buyNow(page: Page, device: Device, quantity = 1): Promise<void> {
  await open(page, `/product/${device.slug}`);
  const main = page.getByRole('main');
  await main.getByRole('textbox', { name: `Quantity of ${device.name}` }).fill(`${quantity}`);
  await page.keyboard.press('Enter');
  await main.getByRole('button', { name: 'Buy Now' }).click();
  await expect(payButton(page)).toBeEnabled();
}

const summary = (page: Page) => page.getByRole('region', { name: 'Order summary' });

async function changePrice(shop: Shop, { id }: Device, price: number): Promise<void> {
  const { body } = await call(shop.url, 'GET', `/products/${id}`);
  const { status } = await call(shop.url, 'PUT', `/products/${id}`, {
    token: shop.adminToken,
    body: { ...body.data.product, price },
  });
  expect(status).toBe(200);
}

test('Buy Now buys that product only and leaves the cart alone', async ({ page, shop, tolerate }) => {
  tolerate(/api\/orders: .*status of 409|api\/payments\/.*status of 40[29]/);
  const person = newPerson();
  const [inCart, bought] = [await addDevice(shop), await addDevice(shop)];
  await addToCart(page, inCart);
  await buyNow(page, bought, 2);
  await expect(summary(page)).toContainText(bought.name);
  await expect(summary(page)).toContainText('Quantity 2');
  await expect(summary(page)).not.toContainText(inCart.name);
  await expect(summary(page)).toContainText('Your cart stays as it is.');

  await test.step('a new price is shown before it is paid', async () => {
    await fillAddress(page, person);
    await fillCard(page, declinedCard);
    await changePrice(shop, bought, 150);
    await payButton(page).click();
    await expect(page.getByRole('main')).toContainText(/price of .* went down/);
    await expect(payButton(page)).toHaveText('Pay $324.00');
  });

  await test.step('a declined order is paid after a reload', async () => {
    await payButton(page).click();
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/declined/);
    await reload(page);
    await expect(payButton(page)).toHaveText('Pay $324.00');
    await expect(page.getByText(/is reserved for you/)).toBeVisible();
    await fillCard(page, goodCard);
    await payButton(page).click();
    await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
  });

  expect(await ordersBy(shop, person.lastName)).toBe(1);
  expect([await stockOf(shop, bought), await stockOf(shop, inCart)]).toEqual([3, 5]);
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goBack();
  await expect(heading(page, bought.name)).toBeVisible();
});

test('an unpaid order of the cart outlives Buy Now of the same product', async ({ page, shop, tolerate }) => {
  tolerate(/api\/payments\/.*status of 40[29]/);
  const person = newPerson();
  const device = await addDevice(shop, { stockCount: 2 });
  await addToCart(page, device);
  await goToCheckout(page);
  await fillAddress(page, person);
  await fillCard(page, declinedCard);
  await payButton(page).click();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/declined/);

  await buyNow(page, device);
  await fillCard(page, declinedCard);
  await payButton(page).click();
  await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(/declined/);
  expect(await stockOf(shop, device)).toBe(0);
  expect(await ordersBy(shop, person.lastName, 'cancelled')).toBe(0);

  await test.step('its payment on the order page leaves the cart alone', async () => {
    const number = await page.evaluate(() => {
      const orders = JSON.parse(localStorage.getItem('checkout-outbox') ?? '[]');
      return orders.find((order: { buyNow?: string }) => order.buyNow).orderNumber;
    });
    await open(page, `/orders/${number}`);
    await fillCard(page, declinedCard);
    await payButton(page).click();
    const help = page.getByRole('region', { name: 'After the decline' });
    await expect(help).toContainText(`Order ${number} is reserved for you until`);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await expect(notice(page, 'Your payment was received.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  });

  await test.step('the order of the cart is paid at its checkout', async () => {
    await goToCheckout(page);
    await fillCard(page, goodCard);
    await payButton(page).click();
    await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
    await orderNumber(page);
  });
  expect(await ordersBy(shop, person.lastName, 'processing')).toBe(2);
  await expect(page.getByRole('button', { name: 'Cart, empty' })).toBeVisible();
});

test('an unanswered order of Buy Now keeps the cart and is confirmed after a reload', async ({
  page,
  shop,
  tolerate,
}) => {
  tolerate(/api\/orders: Failed to load resource/);
  const person = newPerson();
  const [inCart, bought] = [await addDevice(shop), await addDevice(shop)];
  await addToCart(page, inCart);
  await buyNow(page, bought);
  await fillAddress(page, person);
  await fillCard(page, goodCard);
  let reachable = false;
  await page.route('**/api/orders', (route) => (reachable ? route.continue() : route.abort()));
  await payButton(page).click();
  await expect(heading(page, 'We are confirming your order')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await open(page, `/checkout?buy=${bought.id}`);
  await expect(heading(page, 'We are confirming your order')).toBeVisible();
  reachable = true;
  await reload(page);
  await expect(heading(page, 'Your order is placed, the payment is still due')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  expect(await ordersBy(shop, person.lastName)).toBe(1);
});
