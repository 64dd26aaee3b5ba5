import { cents } from '@reprise/contract/money';
import { afterEach, expect, test } from 'vitest';
import { openOrderShop, orderOf, problemOf, someAddress } from '../../../../test/order-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { updateSettings } from '../../../foundations/settings/update-settings.ts';

const database = await openTestDatabase();
const shop = await openOrderShop(database, { RATE_LIMIT: 'off' });
const { deps, place, addProduct } = shop;
const save = (settings: Parameters<typeof updateSettings>[1]) => updateSettings(deps, settings, null);

afterEach(async () => {
  await save({
    shipTo: ['United States', 'Canada', 'United Kingdom'],
    taxRates: [],
    taxBasisPoints: 800,
    standardShippingRate: cents(999),
  });
});

const orderTo = async (address: object) =>
  orderOf({ [await addProduct(9, cents(2000))]: 1 }, { shippingAddress: { ...someAddress, ...address } });
const errorsOf = async (address: object) => (await problemOf(place(await orderTo(address)))).errors;

test('an order to a country that the store does not ship to is refused at the field', async () => {
  const berlin = { city: 'Berlin', state: '', zipCode: '10115', country: 'Germany' };
  expect(await errorsOf(berlin)).toEqual([
    { field: 'shippingAddress.country', message: 'We do not ship to Germany.' },
  ]);
  await save({ shipTo: ['Germany'] });
  const { order } = await place(await orderTo(berlin));
  expect(order.shippingAddress.lines).toEqual(['1 Harbor Street', '10115 Berlin', 'Germany']);
  expect(await errorsOf({})).toMatchObject([{ field: 'shippingAddress.country' }]);
});

test('a state is required only where the country requires it', async () => {
  const { state: _state, ...london } = { ...someAddress, city: 'London', zipCode: 'SW1A 1AA' };
  const { order } = await place({
    ...(await orderTo({})),
    shippingAddress: { ...london, country: 'United Kingdom' },
  });
  expect(order.shippingAddress).toMatchObject({ state: '', city: 'London' });
  expect(await errorsOf({ state: '' })).toEqual([
    { field: 'shippingAddress.state', message: 'State is required' },
  ]);
});

test('a state is taxed by what it means, and asked for where it cannot be told', async () => {
  const state = (name: string, basisPoints: number) => ({
    ...{ country: 'United States' as const, state: name, basisPoints },
  });
  await save({ taxBasisPoints: 0, taxRates: [state('DC', 600), state('California', 725)] });
  const taxOf = async (address: object) => (await place(await orderTo(address))).order.tax;
  expect(await taxOf({ state: 'Washington DC', zipCode: '20001' })).toBe(1.2);
  expect(await taxOf({ state: 'Calif.', zipCode: '94104' })).toBe(1.45);
  expect(await taxOf({ state: 'Golden State', zipCode: '94104' })).toBe(1.45);
  expect(await taxOf({ state: 'Oregon' })).toBe(0);
  expect(await errorsOf({ state: 'Cascadia', zipCode: 'unknown' })).toEqual([
    {
      field: 'shippingAddress.state',
      message: 'Enter the state by its name or code. The tax depends on it.',
    },
  ]);
  await save({ taxRates: [{ country: 'United States', state: '', basisPoints: 500 }] });
  expect(await taxOf({ state: 'Cascadia', zipCode: 'unknown' })).toBe(1);
});
