import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settingsInput } from '@reprise/contract/foundations/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneTimeCodeOf } from '../one-time-code.ts';
import { addOwner, addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Every setting takes effect in the running product with the next response.

const folder = mkdtempSync(join(tmpdir(), 'reprise-settings-'));
let shop: RunningShop;
let token: string;
let product: string;

beforeAll(async () => {
  shop = await runShop({ dataDir: folder });
  token = await signIn(shop.url, admin);
  product = await addProduct(shop.url, token, 100);
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const save = (settings: object) => call(shop.url, 'PUT', '/settings', { token, body: settings });
const page = async (path: string) => (await fetch(`${shop.url}${path}`)).text();
const htmlTag = async () => /<html[^>]*>/.exec(await page('/'))?.[0] ?? '';

/** Shades of a store color in the style that every page starts with. */
const shadesOf = async (name: 'primary' | 'accent') =>
  (await htmlTag()).match(new RegExp(`--${name}[\\w-]*:[^;"]+`, 'g'))?.join(' ');

/** Returns the totals of a new order of one product for $20. */
async function costOf(shippingMethod: 'standard' | 'express' | 'pickup' = 'standard') {
  const { body } = await call(shop.url, 'POST', '/orders', {
    body: { ...orderOf(product), shippingMethod },
  });
  const { shipping, tax } = body.data.order;
  return { shipping, tax };
}

/** Starts the payment of a new order as the checkout does. */
async function startPayment() {
  const placed = (await call(shop.url, 'POST', '/orders', { body: orderOf(product) })).body.data;
  const { id, total } = placed.order;
  const body = { amount: total, orderId: id };
  const as = { orderToken: placed.accessToken };
  return (await call(shop.url, 'POST', '/payments/create-payment-intent', { body, ...as })).body.data;
}

/** Returns the response status for an administrator's new password under this policy. */
async function tryPassword(passwordPolicy: string, newPassword: string): Promise<number> {
  await save({ passwordPolicy });
  const person = { name: 'Second', email: `${crypto.randomUUID()}@shop.test`, password: 'Violet-lantern-7' };
  const id = await addOwner(shop.url, token, person);
  const change = { currentPassword: person.password, newPassword };
  const own = await signIn(shop.url, person);
  const answer = await call(shop.url, 'PUT', '/users/profile', { token: own, body: change });
  await call(shop.url, 'DELETE', `/users/users/${id}`, { token });
  return answer.status;
}

const settingTests: Record<string, () => Promise<void>> = {
  storeName: async () => {
    await save({ storeName: 'Second Life' });
    const home = await page('/');
    for (const part of [/<title>[^<]*/, /<header.*<\/header>/s, /<footer.*<\/footer>/s])
      expect(part.exec(home)?.[0]).toContain('Second Life');
    expect(await page('/terms')).toContain('Second Life');
  },
  storeDescription: async () => {
    await save({ storeDescription: 'Devices with a past' });
    expect(await page('/')).toContain('Devices with a past');
  },
  storeEmail: async () => {
    await save({ storeEmail: 'desk@second.example' });
    expect(await page('/')).toContain('mailto:desk@second.example');
  },
  storePhone: async () => {
    await save({ storePhone: '+1 555 0177' });
    expect(await page('/')).toContain('+1 555 0177');
  },
  storeAddress: async () => {
    await save({ storeAddress: '7 Harbor Street, Salem' });
    expect(await page('/')).toContain('7 Harbor Street, Salem');
  },
  warrantyDays: async () => {
    await save({ warrantyDays: 77 });
    expect(await page('/warranty')).toMatch(/77[ -]day/);
  },
  returnDays: async () => {
    await save({ returnDays: 88 });
    expect(await page('/returns')).toMatch(/88[ -]day/);
  },
  supportHours: async () => {
    await save({ supportHours: '9 to 5' });
    expect(await page('/support')).toContain('9 to 5');
  },
  timeZone: async () => {
    const today = async () =>
      (await call(shop.url, 'GET', '/dashboard/analytics', { token })).body.data.dailySales.at(-1).date;
    // 25 hours apart, so that it is never the same day in both.
    await save({ timeZone: 'Pacific/Kiritimati' });
    const ahead = await today();
    await save({ timeZone: 'Pacific/Pago_Pago' });
    expect(Date.parse(ahead)).toBeGreaterThan(Date.parse(await today()));
  },
  format: async () => {
    await save({ format: 'de-DE', taxBasisPoints: 887.5 });
    expect(await page('/shipping')).toContain('8,875%');
    await save({ format: 'en-US' });
    expect(await page('/shipping')).toContain('8.875%');
  },
  weekStartsOn: async () => {
    await save({ weekStartsOn: 'monday' });
    const { body } = await call(shop.url, 'GET', '/settings/public');
    expect(body.data.settings.weekStartsOn).toBe('monday');
  },
  paper: async () => {
    expect(await htmlTag()).toContain('data-sheet="letter"');
    await save({ paper: 'a4' });
    expect(await htmlTag()).toContain('data-sheet="a4"');
  },
  standardDaysFrom: async () => {
    await save({ standardDaysFrom: 11, standardDaysTo: 13 });
    expect(await page('/shipping')).toContain('11-13 business days');
  },
  standardDaysTo: async () => {
    await save({ standardDaysFrom: 11, standardDaysTo: 14 });
    expect(await page('/shipping')).toContain('11-14 business days');
  },
  expressDays: async () => {
    await save({ expressDays: 9 });
    expect(await page('/shipping')).toContain('9 business days');
  },
  shipTo: async () => {
    await save({ shipTo: ['United States', 'Norway'] });
    expect(await page('/shipping')).toContain('the United States and Norway');
    const { shippingAddress } = orderOf(product);
    const abroad = { ...orderOf(product), shippingAddress: { ...shippingAddress, country: 'Canada' } };
    const { status, body } = await call(shop.url, 'POST', '/orders', { body: abroad });
    expect([status, body.message]).toEqual([400, 'We do not ship to Canada.']);
    await save({ shipTo: ['United States'] });
  },
  standardShippingRate: async () => {
    await save({ standardShippingRate: 4.5 });
    expect((await costOf()).shipping).toBe(4.5);
    expect(await page('/shipping')).toContain('$4.50');
  },
  expressShippingRate: async () => {
    await save({ expressShippingRate: 25.5 });
    expect((await costOf('express')).shipping).toBe(25.5);
  },
  shippingZones: async () => {
    const rates = { freeShippingThreshold: 100, standardShippingRate: 7.25, expressShippingRate: 30 };
    const days = { standardDaysFrom: 3, standardDaysTo: 4, expressDays: 1 };
    await save({ shippingZones: [{ name: 'Home', countries: ['United States'], ...rates, ...days }] });
    expect((await costOf()).shipping).toBe(7.25);
    expect(await page('/shipping')).toContain('Home: United States');
    await save({ shippingZones: [] });
    expect((await costOf()).shipping).toBe(4.5);
  },
  pickup: async () => {
    const place = {
      address: '5 Market Square',
      address2: '',
      city: 'Portland',
      state: 'OR',
      zipCode: '97201',
    };
    const texts = { country: 'United States', hours: 'Weekdays 10 to 18', instructions: '' };
    await save({ pickup: { isOffered: true, ...place, ...texts, price: 2.5 } });
    expect((await costOf('pickup')).shipping).toBe(2.5);
    expect(await page('/shipping')).toContain('Weekdays 10 to 18');
    await save({ pickup: null });
    expect(await page('/shipping')).not.toContain('Weekdays 10 to 18');
  },
  carrierRates: async () => {
    await save({ carrierRates: true });
    expect(await page('/shipping')).toContain('what our carriers charge');
    // This shop has no account: the rates of the settings count.
    expect((await costOf('express')).shipping).toBe(25.5);
    await save({ carrierRates: false });
  },
  taxByAddress: async () => {
    const { tax } = await costOf();
    await save({ taxByAddress: true });
    expect(await page('/shipping')).toContain('depends on the address');
    // This shop has no keys: the rates of the settings count.
    expect((await costOf()).tax).toBe(tax);
    await save({ taxByAddress: false });
  },
  freeShippingThreshold: async () => {
    await save({ freeShippingThreshold: 19.99 });
    expect((await costOf()).shipping).toBe(0);
    await save({ freeShippingThreshold: 20 });
    expect((await costOf()).shipping).toBeGreaterThan(0);
  },
  taxBasisPoints: async () => {
    await save({ taxBasisPoints: 887.5 });
    // $1.775, half up.
    expect((await costOf()).tax).toBe(1.78);
    expect(await page('/shipping')).toContain('8.875%');
  },
  taxRates: async () => {
    const { country, state } = orderOf(product).shippingAddress;
    await save({ taxRates: [{ country, state, basisPoints: 1000 }] });
    expect((await costOf()).tax).toBe(2);
    expect(await page('/shipping')).toContain('depends on the address');
    await save({ taxRates: [] });
  },
  pricesIncludeTax: async () => {
    await save({ taxBasisPoints: 2000, pricesIncludeTax: true, freeShippingThreshold: 0 });
    // $20.00 × 20 / 120.
    expect((await costOf()).tax).toBe(3.33);
    expect(await page('/terms')).toContain('include tax');
    await save({ pricesIncludeTax: false });
  },
  priceNote: async () => {
    await save({ priceNote: 'incl. VAT, plus shipping' });
    const listed = (await call(shop.url, 'GET', '/products')).body.data.products[0];
    for (const path of ['/products', `/product/${listed.slug}`]) {
      expect(await page(path)).toContain('incl. VAT, plus shipping');
    }
    await save({ priceNote: '' });
    expect(await page('/products')).not.toContain('plus shipping');
  },
  primaryColor: async () => {
    const before = await shadesOf('accent');
    await save({ primaryColor: '#0b6e4f' });
    expect(await shadesOf('primary')).toContain('#0b6e4f');
    expect(await shadesOf('accent')).toBe(before);
  },
  accentColor: async () => {
    const before = await shadesOf('primary');
    await save({ accentColor: '#b3541e' });
    expect(await shadesOf('accent')).toContain('#b3541e');
    expect(await shadesOf('primary')).toBe(before);
  },
  darkMode: async () => {
    await save({ darkMode: true });
    expect(await htmlTag()).toContain('data-theme="dark"');
    await save({ darkMode: false });
    expect(await htmlTag()).not.toContain('data-theme');
  },
  passwordPolicy: async () => {
    expect(await tryPassword('strong', 'Twelve letters')).toBe(400);
    expect(await tryPassword('medium', 'Twelve letters')).toBe(200);
    expect(await tryPassword('medium', 'twelve letters')).toBe(400);
    expect(await tryPassword('weak', 'twelve letters')).toBe(200);
  },
  twoFactorAuth: async () => {
    await save({ twoFactorAuth: true });
    // The administrator has no second factor yet.
    expect((await call(shop.url, 'GET', '/auth/me', { token })).status).toBe(401);
    const challenge = await call(shop.url, 'POST', '/auth/login', { body: admin });
    expect([challenge.status, challenge.body.code]).toEqual([401, 'TWO_FACTOR_REQUIRED']);
    const { twoFactorToken, setup } = challenge.body;
    const code = oneTimeCodeOf(setup.secret);
    const entered = await call(shop.url, 'POST', '/auth/two-factor', { body: { twoFactorToken, code } });
    token = entered.body.data.token;
    await save({ twoFactorAuth: false });
    const off = { currentPassword: admin.password, code: entered.body.data.recoveryCodes[0] };
    await call(shop.url, 'POST', '/users/profile/two-factor/off', { token, body: off });
    const free = await call(shop.url, 'POST', '/auth/login', { body: admin });
    expect(free.body.data).toHaveProperty('token');
  },
  marketingEmails: async () => {
    // Sending needs a clock: server/src/people/newsletter/newsletter.db.test.ts.
    const challenge = 'Send me the weekly deals';
    expect(await page('/register')).not.toContain(challenge);
    await save({ marketingEmails: true, storeAddress: '7 Harbor Street, Salem' });
    expect(await page('/register')).toContain(challenge);
    expect(await page('/privacy')).toContain('Every email has an unsubscribe link');
    await save({ marketingEmails: false });
    expect(await page('/register')).not.toContain(challenge);
    expect(await page('/privacy')).toContain('The shop currently sends none');
  },
  paypalEnabled: async () => {
    expect((await startPayment()).redirectMethods).toEqual([]);
    await save({ paypalEnabled: true });
    expect((await startPayment()).redirectMethods).toEqual(['paypal']);
    expect(await page('/returns')).toContain('PayPal account');
    await save({ paypalEnabled: false });
    expect((await startPayment()).redirectMethods).toEqual([]);
  },
  klarnaEnabled: async () => {
    await save({ klarnaEnabled: true });
    expect((await startPayment()).redirectMethods).toEqual(['klarna']);
    expect(await page('/returns')).toContain('or through Klarna');
    await save({ klarnaEnabled: false });
    expect((await startPayment()).redirectMethods).toEqual([]);
  },
};

/** These need a clock that a test can move, or mails without waiting. */
const testedElsewhere = {
  sessionTimeout: 'server/src/people/identity/sessions/sessions.db.test.ts',
  holdMinutes: 'server/src/foundations/settings/settings-effects.db.test.ts',
  refundLimit: 'server/src/sales/payments/refunds/refund-approvals.db.test.ts',
  reservationMinutes: 'server/src/foundations/settings/settings-effects.db.test.ts',
  staffReservationDays: 'server/src/foundations/settings/settings-effects.db.test.ts',
  mailKeptDays: 'server/src/operations/retention/enforce-retention.db.test.ts',
  jobKeptDays: 'server/src/operations/retention/enforce-retention.db.test.ts',
  networkKeptDays: 'server/src/operations/retention/enforce-retention.db.test.ts',
  guestKeptDays: 'server/src/operations/retention/enforce-retention.db.test.ts',
  invoiceKeptYears: 'server/src/operations/retention/enforce-retention.db.test.ts',
  invoicePrefix: 'server/src/sales/orders/invoices/invoices.db.test.ts',
  invoiceFirstNumber: 'server/src/sales/orders/invoices/invoices.db.test.ts',
  taxId: 'server/src/sales/orders/invoices/invoices.db.test.ts',
  emailNotifications: 'server/src/foundations/settings/settings-effects.db.test.ts',
  orderConfirmations: 'server/src/foundations/settings/settings-effects.db.test.ts',
  lowStockAlerts: 'server/src/foundations/settings/settings-effects.db.test.ts',
  unitChoice: 'server/src/sales/orders/devices/device-choice.db.test.ts',
  requireScan: 'server/src/sales/orders/devices/device-choice.db.test.ts',
  verifyWipes: 'server/src/workshop/units/bench/verify-wipe.db.test.ts',
  leastMargin: 'server/src/workshop/units/pricing/pricing.db.test.ts',
  laborRate: 'server/src/workshop/units/repairs/repairs.db.test.ts',
  passports: 'server/src/workshop/units/passport/passport.db.test.ts',
  apiOrigins: 'server/src/foundations/settings/allowed-origins.embedded.test.ts',
  newOrderAlerts: 'server/src/foundations/settings/settings-effects.db.test.ts',
  currency: 'server/src/foundations/settings/currency.db.test.ts',
  shippingTax: 'server/src/sales/orders/tax/tax-by-line.test.ts',
  goodwillTaxed: 'server/src/sales/payments/refunds/refund-items.db.test.ts',
  exemptBusinesses: 'server/src/sales/orders/tax/exemption.db.test.ts',
  exemptionText: 'server/src/sales/orders/tax/exemption.db.test.ts',
};

test('has a test for every setting', () => {
  const tested = [...Object.keys(settingTests), ...Object.keys(testedElsewhere)];
  expect(tested.sort()).toEqual(Object.keys(settingsInput.shape).sort());
  const root = new URL('../../', import.meta.url);
  for (const [name, file] of Object.entries(testedElsewhere)) {
    expect(readFileSync(new URL(file, root), 'utf8'), `${file} tests ${name}`).toContain(name);
  }
});

test.each(Object.entries(settingTests))('%s', { timeout: 60_000 }, (_name, acts) => acts());
