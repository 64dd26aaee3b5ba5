import type { Page } from '@playwright/test';
import { addProduct, call, orderOf } from '../plain-client.ts';
import { expectNoViolations } from './accessibility.ts';
import { openBackOffice } from './back-office.ts';
import { expect, open, waitForHydration } from './journey.ts';
import { paymentPageTest as test } from './own-shop.ts';
import { addButton, fillAddress, heading, newPerson, orderNumber, payButton } from './shopper.ts';

const notCompleted = (page: Page) => page.getByRole('alert').filter({ hasText: 'was not completed' });
const thanks = (page: Page) => heading(page, 'Thank you, your order is confirmed');
const choose = async (page: Page, how: 'paid' | 'canceled' | 'pending') => {
  await expect(heading(page, 'Mollie')).toBeVisible();
  await page.getByRole('link', { name: how }).click();
};
const cartCount = (page: Page, items: string) =>
  expect(page.getByRole('button', { name: /^Cart,/ })).toHaveAccessibleName(`Cart, ${items}`);

let product: string;
test.beforeAll(async ({ shop }) => {
  product = await addProduct(shop.url, shop.adminToken, 50);
});
test.afterEach(({ service: mollie }) => expect(mollie.objections).toEqual([]));

async function goToPage(page: Page): Promise<void> {
  await open(page, `/product/${product}`);
  await addButton(page).click();
  await page.goto('/checkout');
  await waitForHydration(page);
  await fillAddress(page, newPerson());
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await expect(page.getByText('You pay on the page of Mollie')).toBeVisible();
  await payButton(page).click();
  await expect(heading(page, 'Mollie')).toBeVisible();
}

test('the order is confirmed after the payment page, and stays with it when cancelled there', async ({
  page,
  tolerate,
  shop,
  service: mollie,
}) => {
  tolerate(/confirm-payment.*409/);
  await goToPage(page);
  await choose(page, 'canceled');
  await expect(notCompleted(page)).toBeInViewport();
  await expect(page).toHaveURL('/checkout');
  await cartCount(page, '1 item');
  await expectNoViolations(page, '/checkout with a payment page');
  const first = mollie.last().id;
  await payButton(page).click();
  await expect(heading(page, 'Mollie')).toBeVisible();
  // The Back button, and on again.
  await page.goBack();
  await waitForHydration(page);
  await payButton(page).click();
  await choose(page, 'paid');
  await expect(thanks(page)).toBeVisible();
  await cartCount(page, 'empty');
  expect(mollie.last().id).toBe(first);
  const { body } = await call(shop.url, 'GET', `/orders/${await orderNumber(page)}`, {
    token: shop.adminToken,
  });
  expect(body.data.order).toMatchObject({ paymentStatus: 'paid', paymentMethod: 'online' });
});

test('Buy Now returns to its own checkout and leaves the cart alone', async ({ page, tolerate, shop }) => {
  tolerate(/confirm-payment.*409/);
  const other = await addProduct(shop.url, shop.adminToken, 5);
  await open(page, `/product/${other}`);
  await addButton(page).click();
  await open(page, `/product/${product}`);
  await page.getByRole('main').getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/checkout\?buy=/);
  const checkout = page.url();
  await fillAddress(page, newPerson());
  await payButton(page).click();
  await choose(page, 'canceled');
  await expect(notCompleted(page)).toBeVisible();
  await expect(page).toHaveURL(checkout);
  await payButton(page).click();
  await choose(page, 'paid');
  await expect(thanks(page)).toBeVisible();
  await cartCount(page, '1 item');
});

test('an order from a mail is paid from its page and returns to it', async ({ page, tolerate, shop }) => {
  tolerate(/confirm-payment.*409/);
  const placed = await call(shop.url, 'POST', '/orders', { body: orderOf(product) });
  const { order, accessToken } = placed.body.data;
  await page.goto(`/orders/${order.orderNumber}#token=${accessToken}`);
  await waitForHydration(page);
  await payButton(page).click();
  await choose(page, 'canceled');
  await expect(notCompleted(page)).toBeVisible();
  await expect(page).toHaveURL(`/orders/${order.orderNumber}`);
  await payButton(page).click();
  await choose(page, 'paid');
  await expect(page.getByRole('complementary').getByText('Paid online')).toBeVisible();
  await expect(page).toHaveURL(`/orders/${order.orderNumber}`);
});

test('the back office names the processor and refunds through it', async ({
  newVisitor,
  page,
  service: mollie,
}) => {
  const visitor = await newVisitor();
  await goToPage(visitor);
  await choose(visitor, 'paid');
  const number = await orderNumber(visitor);
  await openBackOffice(page, '/admin/settings?tab=payment');
  await expect(page.getByText('Customers pay on the page of this processor')).toBeVisible();
  await expect(page.getByText('Mollie', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect Stripe' })).toBeVisible();
  await open(page, `/admin/orders/${number}`);
  await expect(page.getByText('Mollie (test)')).toBeVisible();
  await page.getByRole('button', { name: 'Refund…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The refund goes to the payment method of the customer.')).toBeVisible();
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect.poll(() => mollie.last().refunds.length).toBe(1);
  expect(mollie.last().refunds[0]?.amount).toEqual(mollie.last().amount);
});
