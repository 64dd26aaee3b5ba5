import { fileURLToPath } from 'node:url';
import { settingsEndpoints } from '@reprise/contract/foundations/settings';
import { cents, defaultCurrency, setCurrency, storeCurrency } from '@reprise/contract/money';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { settingsEffects } from '../../app/settings-effects.ts';
import { products } from '../../catalog/products/products.tables.ts';
import { settingsHandlers } from './settings.routes.ts';

const database = await openTestDatabase();
const { deps, addProduct, place, expectIntegrity } = await openOrderShop(database);
const call = callsTo(
  settingsEndpoints,
  settingsHandlers(deps, async () => {}, settingsEffects),
);
const save = async (body: object) => (await call('updateSettings', { as: 'admin', body })).settings;
const refusalOf = (body: object) => problemOf(save(body));

const rates = { freeShippingThreshold: 0, standardShippingRate: 0, expressShippingRate: 0 };
const missing = [...Object.keys(rates), 'refundLimit', 'laborRate'];

afterAll(() => setCurrency(defaultCurrency));

test('another currency empties the amounts of the settings, US dollars bring the defaults back', async () => {
  const zone = {
    ...{ name: 'North', countries: ['Canada'], ...rates },
    ...{ standardDaysFrom: 1, standardDaysTo: 2, expressDays: 1 },
  };
  const counter = {
    ...{ isOffered: true, address: '5 Market Square', address2: '', city: 'Toronto', state: 'Ontario' },
    ...{ zipCode: 'M5V 2T6', country: 'Canada', hours: 'Daily', instructions: '', price: 3 },
  };
  const priced = await save({ shippingZones: [zone], pickup: counter });
  expect([priced.shippingZones.length, priced.pickup?.price]).toEqual([1, 3]);
  expect(await save({ currency: 'JPY' })).toMatchObject({
    ...{ shippingZones: [], pickup: null },
    ...{ currency: 'JPY', currencyRules: { digits: 0, step: 1, maxPrice: 100_000_000 } },
    ...{ ...rates, refundLimit: 0, laborRate: 0, missingAmounts: missing },
  });
  expect(storeCurrency().code).toBe('JPY');
  expect(await save({ currency: 'USD' })).toMatchObject({
    ...{ freeShippingThreshold: 50, standardShippingRate: 9.99, expressShippingRate: 19.99 },
    ...{ refundLimit: 200, laborRate: 0, missingAmounts: [] },
  });
});

test('an unknown currency and amounts in the same call are refused', async () => {
  expect((await refusalOf({ currency: 'XTS' })).message).toMatch(/knows no currency XTS/);
  const together = await refusalOf({ currency: 'EUR', standardShippingRate: 5 });
  expect(together.errors).toEqual([
    {
      field: 'standardShippingRate',
      message: 'Choose the currency first, save, and then enter the amounts in it.',
    },
  ]);
});

test('a currency that an adapter of the environment does not take is refused at its field', async () => {
  const mollie = fileURLToPath(new URL('../../../../extensions/mollie-payments.ts', import.meta.url));
  const environment = { ...deps.environment, paymentAdapters: [mollie] };
  const atMollie = callsTo(
    settingsEndpoints,
    settingsHandlers({ ...deps, environment }, async () => {}, settingsEffects),
  );
  const choose = (currency: string) => atMollie('updateSettings', { as: 'admin', body: { currency } });
  const message = 'PAYMENT_ADAPTER (mollie-payments.ts) takes no amounts in KWD.';
  expect((await problemOf(choose('KWD'))).errors).toEqual([{ field: 'currency', message }]);
  expect((await choose('CHF')).settings).toMatchObject({ currency: 'CHF', paymentProcessor: 'adapter' });
  await save({ currency: 'KWD' });
  const { settings } = await atMollie('getPublicSettings');
  expect([settings.paymentProcessor, settings.paymentPages]).toEqual(['test', []]);
});

test('the checkout takes no order until the shipping rates are entered', async () => {
  await save({ currency: 'IDR' });
  const dearest = await addProduct(5, cents(storeCurrency().maxPrice));
  const order = orderOf({ [dearest]: 3 });
  const refused = await problemOf(place(order));
  expect([refused.code, refused.message]).toEqual([
    'NOT_TAKING_ORDERS',
    'This store cannot take orders yet: it has no shipping rates. The owner enters them in the settings.',
  ]);
  expect(await call('getPublicSettings')).toMatchObject({ settings: { lacksShippingRates: true } });
  expect((await save({ ...rates, standardShippingRate: 25_000.5 })).missingAmounts).toEqual([
    'refundLimit',
    'laborRate',
  ]);
  const { order: placed } = await place(order);
  expect(placed).toMatchObject({ subtotal: 30_000_000_000, tax: 2_400_000_000, total: 32_400_000_000 });
  const { rows } = await database.db.execute(sql`select webhook_money(3000000000050) as money`);
  expect(rows).toEqual([{ money: 30_000_000_000.5 }]);
  await expectIntegrity();
});

test('the currency is fixed once the shop has a product', async () => {
  const fixed = await refusalOf({ currency: 'EUR' });
  expect([fixed.code, fixed.status, fixed.errors?.[0]?.field]).toEqual(['CURRENCY_FIXED', 409, 'currency']);
  expect(await save({ currency: 'IDR', storeName: 'Toko' })).toMatchObject({ currency: 'IDR' });
  expect(await database.db.$count(products)).toBe(1);
});
