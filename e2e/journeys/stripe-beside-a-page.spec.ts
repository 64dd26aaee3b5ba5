import type { Page } from '@playwright/test';
import { type Mollie, openMollie } from '@reprise/mollie/test/mollie-server';
import { serveFakeStripe } from '../fake-stripe/browser-script.ts';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin } from '../running-shop.ts';
import { expectNoViolations } from './accessibility.ts';
import { expect, open, test, waitForHydration } from './journey.ts';
import { paymentAdapter } from './own-shop.ts';
import { addButton, fillAddress, goodCard, heading, newPerson, orderNumber, payButton } from './shopper.ts';
import { openStripePair, type StripePair } from './stripe-shop.ts';

test.use({ viewport: { width: 390, height: 844 } });
test.describe.configure({ mode: 'default' });

let pair: StripePair;
let mollie: Mollie;
let token: string;
let product: string;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  mollie = await openMollie();
  pair = await openStripePair({ PAYMENT_ADAPTER: paymentAdapter, ...mollie.settings });
  token = await signIn(pair.shop.url, admin);
  product = await addProduct(pair.shop.url, token, 50);
});
test.afterAll(async () => {
  await pair?.close();
  mollie?.close();
});
test.beforeEach(({ context }) => serveFakeStripe(context, pair.stripe.url));
test.afterEach(() => expect([...pair.stripe.objections, ...mollie.objections]).toEqual([]));

const cardField = (page: Page) => page.getByLabel('Card number at Stripe');
const thanks = (page: Page) => heading(page, 'Thank you, your order is confirmed');
const payments = async (number: string) => {
  const { body } = await call(pair.shop.url, 'GET', `/orders/${number}`, { token });
  return body.data.order.payments;
};

async function openCheckout(page: Page): Promise<void> {
  await open(page, `${pair.shop.url}/product/${product}`);
  await addButton(page).click();
  await page.goto(`${pair.shop.url}/checkout`);
  await waitForHydration(page);
  await fillAddress(page, newPerson());
}

test('the checkout offers both; cancelled on the page, the order is paid by card', async ({
  page,
  tolerate,
}) => {
  tolerate(/confirm-payment.*409/);
  await openCheckout(page);
  await expect(page.getByRole('radio', { name: 'Card', exact: true })).toBeChecked();
  await expect(cardField(page)).toBeVisible();
  await expectNoViolations(page, '/checkout with Stripe and a page');
  await page.getByRole('radio', { name: 'Mollie' }).check();
  await expect(cardField(page)).toHaveCount(0);
  await expect(page.getByText('You pay on the page of Mollie')).toBeVisible();
  await payButton(page).click();
  await page.getByRole('link', { name: 'canceled' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'was not completed' })).toBeVisible();
  await cardField(page).fill(goodCard);
  await payButton(page).click();
  await expect(thanks(page)).toBeVisible();
  expect(await payments(await orderNumber(page))).toMatchObject([
    { processor: 'stripe', status: 'succeeded' },
    { processor: 'adapter', page: 'Mollie', status: 'cancelled' },
  ]);
});

test('an order paid on the page is refunded there', async ({ page }) => {
  await openCheckout(page);
  await page.getByRole('radio', { name: 'Mollie' }).check();
  await payButton(page).click();
  await page.getByRole('link', { name: 'paid' }).click();
  await expect(thanks(page)).toBeVisible();
  const number = await orderNumber(page);
  const before = pair.stripe.ledger.netCaptured();
  await call(pair.shop.url, 'POST', `/orders/${number}/refunds`, { token, body: { amount: 5 } });
  expect(mollie.last().refunds).toMatchObject([{ amount: { value: '5.00' } }]);
  expect(pair.stripe.ledger.netCaptured()).toBe(before);
  expect(await payments(number)).toMatchObject([{ page: 'Mollie', refunded: 5 }]);
});
