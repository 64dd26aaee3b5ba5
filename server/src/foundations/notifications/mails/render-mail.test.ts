import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { cents } from '@reprise/contract/money';
import { expect, test } from 'vitest';
import { type MailContent, mailContent } from './mail-registry.ts';
import { renderMail } from './render-mail.ts';

const store: PublicSettings = {
  storeName: 'Second\r\nBcc: spy@evil.test Life',
  storeDescription: '',
  storeEmail: 'hello@shop.test',
  storePhone: '+1 555 0100',
  storeAddress: '12 Workshop Lane',
  currency: 'USD',
  currencyRules: { digits: 2, step: 1, maxPrice: 100_000_000 },
  shipTo: ['United States'],
  shipToCodes: ['US'],
  shippingZones: [],
  freeShippingThreshold: cents(5000),
  standardShippingRate: cents(999),
  expressShippingRate: cents(1999),
  taxBasisPoints: 800,
  taxRates: [],
  pricesIncludeTax: false,
  carrierRates: false,
  taxByAddress: false,
  primaryColor: '#0ea5e9',
  accentColor: '#d946ef',
  darkMode: false,
  marketingEmails: true,
  warrantyDays: 30,
  standardDaysFrom: 5,
  standardDaysTo: 7,
  expressDays: 2,
  returnDays: 30,
  returnsVary: false,
  passports: true,
  supportHours: '24/7',
  timeZone: 'UTC',
  format: 'en-US',
  weekStartsOn: 'sunday',
  paper: 'letter',
  paymentProcessor: 'test',
  isTestModePublic: false,
  testMode: 'off',
  paymentPages: [],
  logo: null,
  stripePublishableKey: null,
  paypalEnabled: false,
  klarnaEnabled: false,
};
const order = {
  orderNumber: 'MJ-7KQ2',
  items: [
    {
      product: { name: 'iPhone 13 128 GB', brand: 'Apple', condition: 'excellent' as const },
      quantity: 2,
      lineTotal: cents(99_800),
    },
  ],
  subtotal: cents(99_800),
  shipping: cents(0),
  tax: cents(7_984),
  total: cents(107_784),
  shippingAddress: {
    name: 'Grace Hopper',
    firstName: '<img src=x onerror=alert(1)>',
    address: '1 Harbor Street',
    city: 'Portland',
    state: 'OR',
    zipCode: '97201',
    country: 'United States',
  },
  paymentStatus: 'paid',
  paymentMethod: 'card' as const,
  carrier: 'UPS',
  trackingNumber: '1Z999',
  estimatedDelivery: '2025-12-02T23:30:00.000Z',
  latestDelivery: '2025-12-08T23:30:00.000Z',
};
const envelope = { eventKey: 'event', to: 'grace@shop.test' };
const render = (request: MailContent) => renderMail(request, store, 'https://shop.test');

test('shows totals, day, items and address in an order mail, with text escaped', async () => {
  const { subject, text, html } = await render({ kind: 'order-placed', ...envelope, order });
  expect(subject).toBe('Your order MJ-7KQ2');
  for (const part of [
    '2 × iPhone 13 128 GB, Like New',
    '$998.00',
    'Free',
    '$79.84',
    '$1,077.84',
    'delivery: Dec 2-8',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toContain('Ships to Grace Hopper, 1 Harbor Street, Portland, OR 97201, United States');
  expect(text).toContain('https://shop.test/track?tracking=MJ-7KQ2');
  expect(html).not.toContain('<img src=x');
  expect(html).not.toMatch(/<script|<link|@import/);
});

test('shows an image of each item that has one without changing the text', async () => {
  const plain = await render({ kind: 'order-paid', ...envelope, order });
  const [item] = order.items;
  const pictured = (image: string) => ({
    ...order,
    items: order.items.map(({ product, ...item }) => ({ ...item, product: { ...product, image } })),
  });
  const path = `/media/${'a'.repeat(64)}`;
  const { html, text } = await render({ kind: 'order-paid', ...envelope, order: pictured(`${path}.webp`) });
  expect(html).toContain(
    `<img src="https://shop.test${path}.jpg" alt="${item?.product.name}" width="96" height="50"`,
  );
  expect(text).toBe(plain.text);
  expect(withoutTwin(html)).toEqual(withoutTwin(plain.html));
  const linked = await render({ kind: 'order-paid', ...envelope, order: pictured('https://img.test/1.jpg') });
  expect(linked.html).toContain('src="https://img.test/1.jpg"');
});

/** Inline colors of a mail that dark mode does not change. */
function withoutTwin(html: string): string[] {
  const dark = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
  const written = new Set(html.replace(dark, '').match(/#[0-9a-f]{6}/g));
  return [...written].filter((color) => !dark.includes(color));
}

test('maps every inline color to a dark one without adding text', async () => {
  const { html, text } = await render({ kind: 'order-placed', ...envelope, order });
  // The button's colors do not change.
  expect(withoutTwin(html)).toEqual(['#0b7db1', '#ffffff']);
  expect(text).not.toContain('prefers-color-scheme');
  // Neither do those of a saving's badge.
  const deals = await render(edition('https://shop.test/unsubscribe#own'));
  expect(withoutTwin(deals.html)).toEqual(['#bb3cce', '#ffffff', '#0b7db1']);
});

test('names carrier and tracking number in the shipping mail', async () => {
  const shipped = (change: object) =>
    render({ kind: 'order-shipped', ...envelope, order: { ...order, ...change } });
  expect((await shipped({})).text).toContain('It ships with UPS, tracking number 1Z999.');
  expect((await shipped({ carrier: null })).text).toContain('Its tracking number is 1Z999.');
  expect((await shipped({ trackingNumber: null })).text).toContain('It ships with UPS.');
});

test.each([
  ['card', 'will be refunded to the card you paid with'],
  ['paypal', 'will be refunded to the PayPal account you paid with'],
] as const)('a refund of what was paid by %s says where it goes', async (paymentMethod, words) => {
  const paid = { ...order, paymentMethod };
  const refunded = await render({ kind: 'order-refunded', ...envelope, order: paid, refund: cents(500) });
  expect(refunded.text).toContain(words);
  const { paymentMethod: _, ...older } = order;
  const waiting = { kind: 'order-placed', ...envelope, order: older };
  expect(mailContent.parse(waiting)).toMatchObject({ order: { paymentMethod: 'card' } });
});

test.each([
  ['transfer', 'by bank transfer', 'usually takes 1-3 business days'],
  ['cash', 'in cash', 'If you have not received it'],
] as const)(
  'a refund that staff returned by %s says what to do if it is missing',
  async (method, way, words) => {
    const paid = { ...order, paymentMethod: method };
    const returned = {
      kind: 'order-refunded',
      ...envelope,
      order: paid,
      refund: cents(500),
      isReturned: true,
    };
    const { text } = await render(returned as never);
    expect(text).toContain('We have returned your money');
    expect(text).toContain(way);
    expect(text).toContain(words);
  },
);

test('injects no header by a name', async () => {
  const reset = await render({
    kind: 'password-reset',
    ...envelope,
    name: 'Ada',
    link: 'https://shop.test/#t',
  });
  const low = await render({
    kind: 'low-stock',
    ...envelope,
    product: { name: 'A\nB\u2028C', stockCount: 2 },
  });
  expect(reset.subject).toBe('Choose a new password for Second Bcc: spy@evil.test Life');
  expect(low.subject).toBe('Low stock: A B C');
});

test('stores only the parts of an order in a job that its mail shows', () => {
  const whole = { ...order, user: { id: 'usr_1', name: 'Grace', email: 'g@shop.test' } };
  const parsed = mailContent.parse({ kind: 'order-placed', ...envelope, order: whole });
  expect(parsed).toEqual({ kind: 'order-placed', ...envelope, order });
});

test('shows product, price and a cancel link in alert mails', async () => {
  const product = { name: 'Pixel 7 <b>128 GB</b>', slug: 'pixel-7', price: cents(24_900) };
  const back = await render({ kind: 'back-in-stock', ...envelope, product });
  expect(back.subject).toBe('Back in stock: Pixel 7 <b>128 GB</b>');
  expect(back.text).toContain('https://shop.test/product/pixel-7');
  expect(back.html).not.toContain('<b>128');
  const drop = await render({ kind: 'price-drop', ...envelope, product });
  expect(drop.subject).toContain('$249.00');
  const stopLink = 'https://shop.test/alerts/stop#token';
  for (const about of ['back-in-stock', 'price-drop'] as const) {
    const set = await render({ kind: 'alert-set', ...envelope, product, about, stopLink });
    expect(set.html).toContain(`href="${stopLink}"`);
    expect(set.text).toContain(about === 'price-drop' ? 'costs less than $249.00' : 'is back in stock');
  }
});

const deal = {
  name: 'Pixel 7 <b>128 GB</b>',
  slug: 'pixel-7',
  image: `/media/${'a'.repeat(64)}.svg`,
  condition: 'refurbished' as const,
  price: cents(24_900),
  originalPrice: cents(49_900),
  newPriceDate: '2022-10',
};
const edition = (
  unsubscribeLink: string,
  price = deal.price,
  formerPrice: ReturnType<typeof cents> | null = null,
): MailContent => ({
  kind: 'newsletter',
  ...envelope,
  deals: [{ ...deal, price, formerPrice }],
  asOf: '2026-11-26T15:00:00Z',
  unsubscribeLink,
});

test('shows price, saving, reason and an unsubscribe link in the newsletter', async () => {
  const { subject, html, text } = await render(edition('https://shop.test/unsubscribe#own'));
  expect(subject).toBe("This week's deals: Pixel 7 <b>128 GB</b> for $249.00");
  for (const part of ['Certified Refurbished', '$249.00', 'New $499 in Oct 2022', 'Thu, Nov 26'])
    expect(text).toContain(part);
  expect(text).toContain('Save $250.00 (50%) against new');
  expect(html).not.toContain('<s>');
  expect(text).toContain('because you subscribed');
  expect(text).toContain('12 Workshop Lane');
  expect(html).toContain('href="https://shop.test/unsubscribe#own"');
  expect(html).toContain(`src="https://shop.test/media/${'a'.repeat(64)}.jpg"`);
  expect(html).not.toContain('<b>128');
  expect(text.match(/product\/pixel-7/g)).toHaveLength(1);
});

test('strikes the price before a sale in the newsletter, and compares with it', async () => {
  const { html, text } = await render(
    edition('https://shop.test/unsubscribe#own', deal.price, cents(29_900)),
  );
  expect(html).toContain('<s>$299.00</s>');
  expect(text).toContain('Save $50.00 (17%)');
  expect(text).not.toContain('against new');
});

test('renders mails of one campaign with only the link differing', async () => {
  const [first, second] = [
    await render(edition('https://shop.test/unsubscribe#a$&')),
    await render(edition('https://shop.test/unsubscribe#b')),
  ];
  expect(first.html).toContain('#a$&');
  expect(first.html.replaceAll('#a$&', '#b')).toBe(second.html);
  expect(first.text.replaceAll('#a$&', '#b')).toBe(second.text);
  expect((await render(edition('https://shop.test/unsubscribe#b', cents(100)))).text).toContain('$1.00');
});
