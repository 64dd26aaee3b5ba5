import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../../server/test/free-port.ts';
import { serveFakeStripe } from '../fake-stripe/browser-script.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { expectNoViolations } from './accessibility.ts';
import { expect, open, test, waitForHydration } from './journey.ts';
import {
  addButton,
  fillAddress,
  fillCard,
  goodCard,
  heading,
  newPerson,
  orderNumber,
  payButton,
} from './shopper.ts';
import { deliverWebhook, openStripePair, type StripePair } from './stripe-shop.ts';

const paypalBox = (page: Page) => page.getByLabel('PayPal at Stripe');
const cardField = (page: Page) => page.getByLabel('Card number at Stripe');
const notCompleted = (page: Page) => page.getByRole('alert').filter({ hasText: 'was not completed' });
const thanks = (page: Page) => heading(page, 'Thank you, your order is confirmed');

test.describe('through Stripe', () => {
  let pair: StripePair;
  let token: string;
  let product: string;
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    pair = await openStripePair();
    token = await signIn(pair.shop.url, admin);
    product = await addProduct(pair.shop.url, token, 50);
    const body = { paypalEnabled: true, klarnaEnabled: true };
    const { status } = await call(pair.shop.url, 'PUT', '/settings', { token, body });
    expect(status).toBe(200);
  });
  test.afterAll(() => pair?.close());
  test.beforeEach(async ({ context }) => serveFakeStripe(context, pair.stripe.url));
  test.afterEach(() => expect(pair.stripe.objections).toEqual([]));
  test.describe.configure({ mode: 'default' });

  /** Places the order and opens PayPal's page, or Klarna's. */
  async function goToPaypal(page: Page, name = 'PayPal'): Promise<void> {
    await open(page, `${pair.shop.url}/product/${product}`);
    await addButton(page).click();
    await page.goto(`${pair.shop.url}/checkout`);
    await waitForHydration(page);
    await fillAddress(page, newPerson());
    await page.getByLabel(`${name} at Stripe`).check();
    await payButton(page).click();
    await expect(heading(page, name)).toBeVisible();
  }
  const leave = async (page: Page, how: 'Approve' | 'Cancel' | 'Wait') => {
    // The order page has buttons with similar names.
    await expect(page.getByRole('heading', { name: 'PayPal', exact: true })).toBeVisible();
    await page.getByRole('button', { name: how, exact: true }).click();
  };
  const order = async (number: string) =>
    (await call(pair.shop.url, 'GET', `/orders/${number}`, { token })).body.data.order;
  const lastIntent = () => [...pair.stripe.ledger.intents.values()].at(-1);
  const cartCount = (page: Page, items: string) =>
    expect(page.getByRole('button', { name: /^Cart,/ })).toHaveAccessibleName(`Cart, ${items}`);

  test('approval confirms the order, also after a reload, and stores no secret', async ({ page }) => {
    await goToPaypal(page);
    const secret = lastIntent()?.client_secret ?? '';
    await leave(page, 'Approve');
    await expect(thanks(page)).toBeVisible();
    expect(page.url()).toBe(`${pair.shop.url}/order-confirmation`);
    const number = await orderNumber(page);
    expect(await order(number)).toMatchObject({
      status: 'processing',
      paymentStatus: 'paid',
      paymentMethod: 'paypal',
      payments: [{ processor: 'stripe', status: 'succeeded', method: 'paypal' }],
    });
    expect(pair.stripe.ledger.netCaptured(lastIntent()?.id)).toBe(lastIntent()?.amount);
    await cartCount(page, 'empty');
    await page.reload();
    await waitForHydration(page);
    await expect(thanks(page)).toBeVisible();
    await open(page, `${pair.shop.url}/orders/${number}`);
    await expect(page.getByRole('complementary').getByText('Paid with PayPal')).toBeVisible();
    expect(secret).toContain('_secret_');
    expect(pair.shop.output.filter((line) => line.includes(secret))).toEqual([]);
    expect(pair.shop.output.length).toBeGreaterThan(3);
  });

  test('approval at Klarna pays the order, whose refund goes through Klarna', async ({ page }) => {
    await goToPaypal(page, 'Klarna');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(thanks(page)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Your items' })).toContainText('Subtotal');
    const number = await orderNumber(page);
    const { id } = await order(number);
    const refunded = await call(pair.shop.url, 'POST', `/orders/${id}/refunds`, {
      token,
      body: { amount: 5 },
    });
    expect(refunded.status).toBe(201);
    await open(page, `${pair.shop.url}/orders/${number}`);
    await expect(
      page.getByRole('complementary').getByText('Paid with Klarna, partly refunded'),
    ).toBeVisible();
    await expect(page.getByText('$5.00 will be refunded through Klarna.')).toBeVisible();
  });

  test('cancelling at PayPal keeps the order, and a card pays it', async ({ page, tolerate }) => {
    tolerate(/confirm-payment.*409/);
    await goToPaypal(page);
    const intent = lastIntent();
    await leave(page, 'Cancel');
    await expect(notCompleted(page)).toBeInViewport();
    await expect(page).toHaveURL(`${pair.shop.url}/checkout`);
    await cartCount(page, '1 item');
    await expect(page.getByLabel('Last name')).not.toHaveValue('');
    await cardField(page).fill(goodCard);
    await payButton(page).click();
    await expect(thanks(page)).toBeVisible();
    const number = await orderNumber(page);
    expect(await order(number)).toMatchObject({
      paymentStatus: 'paid',
      paymentMethod: 'card',
      payments: [{ intentId: intent?.id }],
    });
    await cartCount(page, 'empty');
  });

  test('Buy Now returns from PayPal to its own checkout and leaves the cart alone', async ({
    page,
    tolerate,
  }) => {
    tolerate(/confirm-payment.*409/);
    const other = await addProduct(pair.shop.url, token, 5);
    await open(page, `${pair.shop.url}/product/${other}`);
    await addButton(page).click();
    await open(page, `${pair.shop.url}/product/${product}`);
    await page.getByRole('main').getByRole('button', { name: 'Buy Now' }).click();
    await expect(page).toHaveURL(/\/checkout\?buy=/);
    const checkout = page.url();
    await fillAddress(page, newPerson());
    await paypalBox(page).check();
    await payButton(page).click();
    await leave(page, 'Cancel');
    await expect(notCompleted(page)).toBeInViewport();
    await expect(page).toHaveURL(checkout);
    await cartCount(page, '1 item');
    await paypalBox(page).check();
    await payButton(page).click();
    await leave(page, 'Approve');
    await expect(thanks(page)).toBeVisible();
    const { items, paymentStatus } = await order(await orderNumber(page));
    expect(paymentStatus).toBe('paid');
    expect(items.map((item: { product: { id: string } }) => item.product.id)).toEqual([product]);
    await cartCount(page, '1 item');
  });

  test('a forged success URL pays nothing; Back, reload and retry work', async ({ page, tolerate }) => {
    tolerate(/confirm-payment.*409/);
    await goToPaypal(page);
    const id = lastIntent()?.id ?? '';
    const orderId = lastIntent()?.metadata.reprise_order ?? '';
    const claim = new URLSearchParams({
      order: orderId,
      payment_intent: id,
      payment_intent_client_secret: `${id}_secret_none`,
      redirect_status: 'succeeded',
    });
    await page.goto(`${pair.shop.url}/checkout?${claim}`);
    await expect(notCompleted(page)).toBeVisible();
    expect((await order(orderId)).paymentStatus).toBe('started');
    await page.reload();
    await waitForHydration(page);
    await expect(page.getByText('is reserved for you')).toBeVisible();
    await paypalBox(page).check();
    await payButton(page).click();
    await expect(heading(page, 'PayPal')).toBeVisible();
    await page.goBack();
    await waitForHydration(page);
    await paypalBox(page).check();
    await payButton(page).click();
    await leave(page, 'Approve');
    await expect(thanks(page)).toBeVisible();
    expect(lastIntent()?.id).toBe(id);
    expect(pair.stripe.ledger.netCaptured(id)).toBe(lastIntent()?.amount);
  });

  test('a tab closed at PayPal: the webhook settles the order', async ({ page, context }) => {
    await goToPaypal(page);
    const { id } = lastIntent() ?? { id: '' };
    pair.stripe.ledger.leave(id, 'paypal', 'approve');
    await page.close();
    const event = pair.stripe.ledger.events.findLast(({ type }) => type === 'payment_intent.succeeded');
    if (!event) throw new Error('no event');
    expect(await deliverWebhook(pair.shop, event)).toBe(200);
    const later = await context.newPage();
    await later.goto(`${pair.shop.url}/checkout`);
    await expect(thanks(later)).toBeVisible();
    await cartCount(later, 'empty');
  });

  test('a processing payment is not requested twice', async ({ page, tolerate }) => {
    tolerate(/confirm-payment.*409/);
    await goToPaypal(page);
    const { id } = lastIntent() ?? { id: '' };
    await leave(page, 'Wait');
    await expect(heading(page, 'Your order is placed, the payment is on its way')).toBeVisible();
    await expect(page.getByText('please do not pay again')).toBeVisible();
    pair.stripe.ledger.find(id).status = 'requires_action';
    pair.stripe.ledger.leave(id, 'paypal', 'approve');
    await expect(thanks(page)).toBeVisible({ timeout: 15_000 });
  });

  test('an order opened from a mail is paid on its page', async ({ page, tolerate }) => {
    tolerate(/confirm-payment.*409/);
    const { body } = await call(pair.shop.url, 'POST', '/orders', { body: orderOf(product) });
    const { order: placed, accessToken } = body.data;
    await page.goto(`${pair.shop.url}/orders/${placed.orderNumber}#token=${accessToken}`);
    await waitForHydration(page);
    await paypalBox(page).check();
    await payButton(page).click();
    await leave(page, 'Cancel');
    await expect(notCompleted(page)).toBeVisible();
    await paypalBox(page).check();
    await payButton(page).click();
    await leave(page, 'Approve');
    await expect(page.getByRole('complementary').getByText('Paid with PayPal')).toBeVisible();
    expect(page.url()).toBe(`${pair.shop.url}/orders/${placed.orderNumber}`);
  });

  test('without PayPal in the Stripe account a card still pays', async ({ page }) => {
    await open(page, `${pair.shop.url}/product/${product}`);
    await addButton(page).click();
    await page.goto(`${pair.shop.url}/checkout`);
    await waitForHydration(page);
    await fillAddress(page, newPerson());
    await paypalBox(page).check();
    pair.stripe.ledger.account.paypal = false;
    await payButton(page).click();
    await expect(page.getByText('This order cannot be paid with PayPal.')).toBeVisible();
    await expect(paypalBox(page)).toBeHidden();
    await cardField(page).fill(goodCard);
    await payButton(page).click();
    await expect(thanks(page)).toBeVisible();
    const { body } = await call(pair.shop.url, 'GET', '/payments/discrepancies', { token });
    expect(body.data.discrepancies).toMatchObject([{ kind: 'paypal-unavailable' }]);
    pair.stripe.ledger.account.paypal = true;
    await call(pair.shop.url, 'PUT', '/settings', { token, body: { paypalEnabled: true } });
  });

  test('a killed shop asks Stripe after its restart', async ({ page }) => {
    test.setTimeout(120_000);
    await goToPaypal(page);
    await pair.shop.kill();
    await pair.restart();
    await leave(page, 'Approve');
    await expect(thanks(page)).toBeVisible();
    expect(await order(await orderNumber(page))).toMatchObject({
      paymentStatus: 'paid',
      paymentMethod: 'paypal',
    });
  });
});

test('PayPal with the test processor is enabled, cancelled, then approved', async ({ page, tolerate }) => {
  test.setTimeout(120_000);
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-paypal-'));
  const port = await freePort();
  const shop: RunningShop = await runShop({
    dataDir,
    port,
    settings: { PUBLIC_URL: `http://127.0.0.1:${port}` },
  });
  try {
    const token = await signIn(shop.url, admin);
    const product = await addProduct(shop.url, token, 3);
    await buyNext();
    await expect(page.getByRole('radio', { name: 'PayPal' })).toHaveCount(0);

    await signInAt('/admin/settings?tab=payment');
    await page.getByRole('checkbox', { name: 'PayPal' }).check();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Settings saved successfully!')).toBeVisible();

    await open(page, `${shop.url}/checkout`);
    await fillAddress(page, newPerson());
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked();
    // With the keyboard only.
    await page.getByRole('radio', { name: 'Card' }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
    await expect(page.getByLabel('Card number')).toHaveCount(0);
    await expectNoViolations(page, '/checkout with PayPal');
    await page.setViewportSize({ width: 390, height: 900 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectNoViolations(page, '/checkout with PayPal on a phone, dark');
    await payButton(page).click();
    const asked = page.getByRole('dialog', { name: 'Test mode: PayPal' });
    await expect(asked).toBeVisible();
    await expectNoViolations(page, 'Test mode: PayPal');
    tolerate(/402/);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('You cancelled the payment at PayPal. Nothing was charged.')).toBeVisible();
    await page.getByRole('radio', { name: 'Card' }).check();
    await fillCard(page, '4000 0000 0000 0002');
    await payButton(page).click();
    await expect(page.getByText('Your card was declined.')).toBeVisible();
    await page.getByRole('radio', { name: 'PayPal' }).check();
    await payButton(page).click();
    await asked.getByRole('button', { name: 'Approve payment' }).click();
    await expect(thanks(page)).toBeVisible();
    const number = await orderNumber(page);
    const { body } = await call(shop.url, 'GET', `/orders/${number}`, { token });
    expect(body.data.order).toMatchObject({
      paymentStatus: 'paid',
      paymentMethod: 'paypal',
      payments: [{ processor: 'test', method: 'paypal' }],
    });

    async function buyNext(): Promise<void> {
      await open(page, `${shop.url}/product/${product}`);
      await addButton(page).click();
      await page.goto(`${shop.url}/checkout`);
      await waitForHydration(page);
      await expect(page.getByLabel('Card number')).toBeVisible();
    }
    async function signInAt(path: string): Promise<void> {
      await open(page, `${shop.url}/login?from=${encodeURIComponent(path)}`);
      await page.getByLabel('Email').fill(admin.email);
      await page.getByLabel('Password', { exact: false }).first().fill(admin.password);
      await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('tab', { name: 'Payment' })).toBeVisible();
    }
  } finally {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
