import { settingsEndpoints } from '@reprise/contract/foundations/settings';
import { type SetupStep, setupEndpoints } from '@reprise/contract/operations/setup';
import { expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openOrderShop, orderOf, problemOf } from '../../../test/order-shop.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { settingsEffects } from '../../app/settings-effects.ts';
import { recordDemoStart } from '../../foundations/settings/demo-load.ts';
import { defaultSettings, readSettings } from '../../foundations/settings/settings.queries.ts';
import { settingsHandlers } from '../../foundations/settings/settings.routes.ts';
import { storeSettings } from '../../foundations/settings/settings.tables.ts';
import { setupHandlers } from './setup.routes.ts';

const database = await openTestDatabase();
const { deps, addProduct, place } = await openOrderShop(database);
const call = callsTo(setupEndpoints, setupHandlers(deps));
const settingsCall = callsTo(
  settingsEndpoints,
  settingsHandlers(deps, async () => {}, settingsEffects),
);

const stepsDone = async () => {
  const { setup } = await call('getSetup', { as: 'admin' });
  return setup.steps.filter(({ isDone }) => isDone).map(({ id }) => id);
};
const save = (body: object) => settingsCall('updateSettings', { as: 'admin', body });
const publicSettings = async () => (await settingsCall('getPublicSettings')).settings;

test('the settings of a new shop are those that its table has', async () => {
  expect(await readSettings(database.db)).toMatchObject(defaultSettings);
});

test('a step is done because of what the shop contains', async () => {
  expect(await stepsDone()).toEqual([]);
  // Not by the endpoint: another address needs a step-up.
  await database.db.update(storeSettings).set({ storeEmail: 'hi@second.example' });
  await save({ storeName: 'Second Life', storePhone: '+1 555 0111' });
  expect(await stepsDone()).toEqual([]);
  await save({
    storeAddress: '1 Main St, Springfield',
    supportHours: 'Mon to Fri, 9 to 5',
    taxBasisPoints: 887.5,
  });
  await save({ standardShippingRate: 5 });
  expect(await stepsDone()).toEqual(['store', 'hours', 'tax', 'shipping']);
  const productId = await addProduct(2);
  expect(await stepsDone()).toContain('product');
  await place(orderOf({ [productId]: 1 }));
  expect(await stepsDone()).toContain('order');
});

test('a step is skipped and taken up again; a step that is done cannot be skipped', async () => {
  const skip = (step: SetupStep, skipped: boolean) =>
    call('skipSetupStep', { as: 'admin', params: { step }, body: { skipped } });
  const skipped = async () =>
    (await call('getSetup', { as: 'admin' })).setup.steps
      .filter(({ isSkipped }) => isSkipped)
      .map(({ id }) => id);
  await skip('mail', true);
  await skip('mail', true);
  await skip('product', true);
  expect(await skipped()).toEqual(['mail']);
  await skip('mail', false);
  expect(await skipped()).toEqual([]);
  expect((await problemOf(call('getSetup', { as: 'customer' }))).code).toBe('FORBIDDEN');
});

test('phone, address and hours of a new shop are shown in the demo shop only', async () => {
  const { storePhone, storeAddress, supportHours } = defaultSettings;
  await save({ storePhone, storeAddress, supportHours });
  expect(await publicSettings()).toMatchObject({ storePhone: '', storeAddress: '', supportHours: '' });
  await save({ storePhone: '+1 555 0111' });
  expect(await publicSettings()).toMatchObject({ storePhone: '+1 555 0111', storeAddress: '' });
  await save({ storePhone });
  await recordDemoStart(database.db, deps.now());
  expect(await publicSettings()).toMatchObject({ storePhone, storeAddress, supportHours });
  expect((await call('getSetup', { as: 'admin' })).setup.isDemo).toBe(true);
});
