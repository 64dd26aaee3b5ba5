import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import { serveFakeStripe } from '../fake-stripe/browser-script.ts';
import { addProduct, call, signIn } from '../plain-client.ts';
import { admin, type RunningShop } from '../running-shop.ts';
import { expect, test, waitForHydration } from './journey.ts';
import {
  declinedCard,
  fillAddress,
  heading,
  newPerson,
  openCart,
  orderNumber,
  payButton,
} from './shopper.ts';
import { deliverWebhook, openStripePair } from './stripe-shop.ts';

const challengedCard = '4000 0027 6000 3184';

const cardField = (page: Page) => page.getByLabel('Card number at Stripe');

test('a Stripe purchase: declined, challenged, paid; no card number at the shop', async ({
  page,
  tolerate,
}) => {
  test.setTimeout(120_000);
  const { stripe, shop, dataDir, close } = await openStripePair();
  try {
    await serveFakeStripe(page.context(), stripe.url);
    const requests = listenTo(page, shop);
    const token = await signIn(shop.url, admin);
    const product = await addProduct(shop.url, token, 3);
    const person = newPerson();

    // Arrives from another page: the checkout is reloaded, because only its own policy permits Stripe.
    await page.goto(`${shop.url}/product/${product}`);
    await waitForHydration(page);
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).first().click();
    const drawer = await openCart(page);
    await drawer.getByRole('link', { name: 'Go to checkout' }).click();
    await expect(cardField(page)).toBeVisible();
    await expect(page.getByText('No real card is charged')).toBeVisible();
    await fillAddress(page, person);

    tolerate(/402/);
    await cardField(page).fill(declinedCard);
    await payButton(page).click();
    await expect(page.getByText('Your card was declined.')).toBeVisible();

    await cardField(page).fill(challengedCard);
    await payButton(page).click();
    await page.getByRole('dialog', { name: 'Stripe asks for your bank' }).getByText('Complete').click();
    await expect(heading(page, 'Thank you, your order is confirmed')).toBeVisible();
    const number = await orderNumber(page);

    const order = await orderOf(shop, token, number);
    expect(order).toMatchObject({ status: 'processing', paymentStatus: 'paid' });
    expect(order.payments).toMatchObject([{ processor: 'stripe', status: 'succeeded', amount: order.total }]);
    expect(stripe.ledger.netCaptured()).toBe(Math.round(order.total * 100));

    // Stripe's webhooks arrive later and change nothing.
    for (const event of stripe.ledger.events) expect(await deliverWebhook(shop, event)).toBe(200);
    const body = { amount: 5, reason: 'Scratched' };
    await call(shop.url, 'POST', `/orders/${number}/refunds`, { token, body });
    expect(stripe.ledger.netCaptured()).toBe(Math.round(order.total * 100) - 500);
    expect(stripe.objections).toEqual([]);

    await shop.stop();
    const typed = [declinedCard, challengedCard].map((card) => card.replaceAll(' ', ''));
    expect(requests.filter((text) => contains(text, typed))).toEqual([]);
    expect(shop.output.filter((line) => contains(line, typed))).toEqual([]);
    expect(filesIn(dataDir).filter((file) => contains(readFileSync(file, 'latin1'), typed))).toEqual([]);
    expect(requests.length).toBeGreaterThan(5);
  } finally {
    await close();
  }
});

/** Records everything this browser sends to the shop: URL, headers and body of each request. */
function listenTo(page: Page, shop: RunningShop): string[] {
  const requests: string[] = [];
  page.context().on('request', (request: Request) => {
    if (!request.url().startsWith(shop.url)) return;
    requests.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`);
  });
  return requests;
}

const contains = (text: string, numbers: string[]) => {
  const digits = text.replaceAll(/(?<=\d)[ -](?=\d)/g, '');
  return numbers.some((number) => digits.includes(number));
};

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

async function orderOf(shop: RunningShop, token: string, number: string) {
  return (await call(shop.url, 'GET', `/orders/${number}`, { token })).body.data.order;
}
