import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { type Engine, installEngine } from './engine.ts';
import { firefoxPackages, startFirefox } from './firefox.ts';
import { Visitor } from './visitor.ts';
import { startWebkit, webkitPackages } from './webkit.ts';

// One purchase in the engines of Safari and Firefox; all other journeys run in Chromium.

const dataDir = mkdtempSync(join(tmpdir(), 'reprise-engines-'));
let shop: RunningShop;

beforeAll(async () => {
  shop = await runShop({ dataDir, demo: true });
});

afterAll(async () => {
  await shop?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const engines = {
  WebKit: { needed: webkitPackages, start: startWebkit },
  Firefox: { needed: firefoxPackages, start: startFirefox },
};

test.for(Object.entries(engines))(
  'a guest buys a phone in %s',
  async ([name, { needed, start }], { skip }) => {
    const missing = installEngine(needed);
    if (missing) return skip(missing);
    const engine: Engine = await start();
    try {
      const email = `${name.toLowerCase()}@buyer.example`;
      const number = await buyPhone(new Visitor(engine), email);
      const token = await signIn(shop.url, admin);
      const { body } = await call(shop.url, 'GET', `/orders/admin/all?search=${number}`, { token });
      expect(body.data.orders).toMatchObject([
        { orderNumber: number, paymentStatus: 'paid', shippingAddress: { email, state: 'OR' } },
      ]);
    } finally {
      await engine.close();
    }
  },
);

/** Buys the first phone of the list by mouse and keyboard; returns the order number of the confirmation. */
async function buyPhone(visitor: Visitor, email: string): Promise<string> {
  await visitor.open(`${shop.url}/`);
  await visitor.click('main a[href^="/products?category=Smartphones"]');
  await visitor.see('h1', /^Smartphones/);
  await visitor.click('main .card-link');
  await visitor.click('main button', /^Add to Cart$/);
  await visitor.click('button', /^Cart, 1 item$/);
  await visitor.click('[role=dialog] a, dialog a', /^Go to checkout$/);
  await visitor.see('h1', /^Checkout$/);
  for (const [label, text] of Object.entries(addressOf(email))) await visitor.fill(label, text);
  await visitor.choose('City', 'State', 'Oregon');
  for (const [label, text] of Object.entries(card)) await visitor.fill(label, text);
  await visitor.click('button', /^Pay \$/);
  await visitor.see('h1', /^Thank you, your order is confirmed$/);
  return await visitor.see('main *', /^MJ-[A-Z0-9]+$/);
}

const addressOf = (email: string) => ({
  'First name': 'Ada',
  'Last name': 'Byron',
  Email: email,
  Phone: '555-0100',
  Address: '1 Engine Street',
  'ZIP code': '97201',
  City: 'Portland',
});

const card = {
  'Card number': '4242 4242 4242 4242',
  'Expiry (MM/YY)': '12/34',
  CVV: '123',
  'Name on card': 'Ada Byron',
};
