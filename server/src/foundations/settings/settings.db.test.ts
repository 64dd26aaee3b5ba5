import { expect, test } from 'vitest';
import { openTestApp } from '../../../test/test-app.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { sessions } from '../../people/identity/identity.tables.ts';
import { auditEntries } from '../audit/audit.tables.ts';
import { ensureSettings } from './ensure-settings.ts';
import { storeSettings } from './settings.tables.ts';

const database = await openTestDatabase();
const { call, signIn, register } = await openTestApp(database);
const admin = await signIn();

const read = async () => (await call('GET', '/settings', { token: admin })).body.data.settings;

test('starts with the defaults, which a second start does not restore', async () => {
  await call('PUT', '/settings', { token: admin, body: { storeName: 'Second Life' } });
  await ensureSettings(database.db);
  expect(await read()).toMatchObject({
    storeName: 'Second Life',
    freeShippingThreshold: 50,
    standardShippingRate: 9.99,
    expressShippingRate: 19.99,
    taxBasisPoints: 800,
    passwordPolicy: 'strong',
    sessionTimeout: 30,
    primaryColor: '#0ea5e9',
    accentColor: '#d946ef',
    emailNotifications: true,
    orderConfirmations: true,
    lowStockAlerts: true,
    newOrderAlerts: false,
    marketingEmails: false,
    paypalEnabled: false,
    klarnaEnabled: false,
    twoFactorAuth: false,
    darkMode: false,
    paymentProcessor: 'test',
  });
});

test('the storefront gets public settings only', async () => {
  const { body } = await call('GET', '/settings/public');
  expect(body.data.settings).toMatchObject({ warrantyDays: 30, supportHours: '' });
  expect(body.data.settings).not.toHaveProperty('passwordPolicy');
  expect(body.data.settings).not.toHaveProperty('version');
});

test('marketing emails need the postal address of the store', async () => {
  const save = (body: object) => call('PUT', '/settings', { token: admin, body });
  const refused = { status: 400, body: { errors: [{ field: 'storeAddress' }] } };
  expect(await save({ marketingEmails: true })).toMatchObject(refused);
  expect(await save({ marketingEmails: true, storeAddress: ' ' })).toMatchObject(refused);
  expect((await save({ marketingEmails: true, storeAddress: '1 Main St, Springfield' })).status).toBe(200);
  expect(await save({ storeAddress: '' })).toMatchObject(refused);
  expect((await save({ marketingEmails: false, storeAddress: '' })).status).toBe(200);
});

test('a partial change keeps other fields, increments the version and is audited', async () => {
  const before = await read();
  const body = { standardShippingRate: 4.5, darkMode: true };
  const { status, body: answer } = await call('PUT', '/settings', { token: admin, body });
  expect(status).toBe(200);
  expect(answer.message).toBe('Settings saved successfully!');
  expect(await read()).toEqual({ ...before, ...body, version: before.version + 1 });

  const entries = await database.db.select().from(auditEntries);
  const entry = entries.find(({ after }) => (after as Record<string, unknown> | null)?.darkMode === true);
  expect(entry).toMatchObject({
    action: 'change settings',
    before: { standardShippingRate: 999, darkMode: false },
    after: { standardShippingRate: 450, darkMode: true },
  });
});

test('rejects a form opened before another save', async () => {
  const { version } = await read();
  await call('PUT', '/settings', { token: admin, body: { supportHours: '9 to 5' } });
  const { status, body } = await call('PUT', '/settings', {
    token: admin,
    body: { supportHours: '8 to 4', version },
  });
  expect([status, body.code]).toEqual([409, 'EDIT_CONFLICT']);
  expect((await read()).supportHours).toBe('9 to 5');
});

test('saving the stored values changes nothing', async () => {
  const before = await read();
  await call('PUT', '/settings', { token: admin, body: { storeName: before.storeName } });
  expect(await read()).toEqual(before);
});

test.each([
  ['storeEmail', 'no address'],
  ['primaryColor', 'blue'],
  ['taxBasisPoints', 5000.1],
  ['taxBasisPoints', 887.55],
  ['standardShippingRate', -1],
  ['standardShippingRate', 1.234],
  ['sessionTimeout', 1],
])('rejects %s %s', async (field, value) => {
  const { status, body } = await call('PUT', '/settings', { token: admin, body: { [field]: value } });
  expect([status, body.code, body.errors[0].field]).toEqual([400, 'VALIDATION_ERROR', field]);
});

test('rejects delivery days of which the first comes after the last', async () => {
  const { standardDaysFrom, standardDaysTo } = await read();
  for (const body of [{ standardDaysFrom: 9, standardDaysTo: 2 }, { standardDaysFrom: standardDaysTo + 1 }]) {
    const { status, body: problem } = await call('PUT', '/settings', { token: admin, body });
    expect([status, problem.errors]).toEqual([
      400,
      [{ field: 'standardDaysFrom', message: 'The first day must not be after the last' }],
    ]);
  }
  expect(await read()).toMatchObject({ standardDaysFrom, standardDaysTo });
});

test('saves a tax of 8.875%', async () => {
  await call('PUT', '/settings', { token: admin, body: { taxBasisPoints: 887.5 } });
  expect((await read()).taxBasisPoints).toBe(887.5);
  await call('PUT', '/settings', { token: admin, body: { taxBasisPoints: 800 } });
});

test('settings are only for administrators', async () => {
  const { token } = await register();
  expect((await call('GET', '/settings')).status).toBe(401);
  expect((await call('GET', '/settings', { token })).status).toBe(403);
  expect((await call('PUT', '/settings', { token, body: {} })).status).toBe(403);
});

test('changing the store email requires recent authentication', async () => {
  const token = await signIn();
  const { storeEmail } = await read();
  await database.db.update(sessions).set({ provedAt: null });
  const body = { storeEmail: 'thief@example.com' };
  const rejected = await call('PUT', '/settings', { token, body });
  expect([rejected.status, rejected.body.code]).toEqual([403, 'STEP_UP_REQUIRED']);
  expect((await call('PUT', '/settings', { token, body: { storeEmail, storeName: 'Third' } })).status).toBe(
    200,
  );
  expect((await read()).storeEmail).toBe(storeEmail);
});

test('a tax rate of a state that its country does not have is refused, and a stored one is named', async () => {
  const ofState = (country: string, state: string) => ({ country, state, basisPoints: 700 });
  const save = (body: object) => call('PUT', '/settings', { token: admin, body });
  const typo = 'United States has no state “Californa”. Did you mean California?';
  for (const [rate, message] of [
    [ofState('United States', 'Californa'), typo],
    [ofState('Canada', 'Kebec'), 'Canada has no state “Kebec”. Did you mean Quebec?'],
    [ofState('Japan', 'Okinava'), 'Japan has no state “Okinava”. Did you mean Okinawa?'],
  ] as const) {
    const refused = await save({ taxRates: [ofState('United States', 'TX'), rate] });
    expect([refused.status, refused.body.errors]).toEqual([400, [{ field: 'taxRates', message }]]);
  }
  const known = [
    ofState('United States', 'calif.'),
    ofState('Canada', 'Québec'),
    ofState('Germany', 'Hesse'),
  ];
  expect((await save({ taxRates: known })).status).toBe(200);
  expect(await read()).not.toHaveProperty('taxRateFaults');

  // One from before the check: other settings can be saved beside it.
  const stored = [ofState('United States', 'Californa') as never];
  await database.db.update(storeSettings).set({ taxRates: stored });
  expect((await save({ storePhone: '555' })).body.data.settings.taxRateFaults).toEqual([
    `Never applies: ${typo}`,
  ]);
  expect((await read()).taxRateFaults).toEqual([`Never applies: ${typo}`]);
  await save({ taxRates: [] });
});
