import { passportEndpoints } from '@reprise/contract/workshop/units/passport';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { problemOf } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { storeSettings } from '../../../foundations/settings/settings.tables.ts';
import { unitHandlers } from '../units.routes.ts';
import { passportHandlers } from './passport.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const { deps, call } = await openTestApp(database, {
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_URL: 'https://shop.example',
});
const passports = callsTo(passportEndpoints, passportHandlers(deps));
const register = callsTo(unitEndpoints, unitHandlers(deps));
const as = 'admin' as const;

let made = 0;
let unit: { id: string; number: string; passport: string };
beforeEach(async () => {
  made += 1;
  const body = {
    model: { new: { name: `Pixel 8, copy ${made}`, brand: 'Google' } },
    identifiers: [{ kind: 'serial', value: `ABCDE${made}FGHIJK` }],
    note: 'From the estate of Carl Customer',
    place: 'A3',
  };
  unit = (await register('receiveUnit', { as, body })).unit;
});

const read = (token: string) => passports('getPassport', { params: { token } });
const match = async (ending: string) =>
  (await passports('matchPassport', { params: { token: unit.passport }, body: { ending } })).matches;

test('each device has a passport of its own behind 128 random bits', async () => {
  expect(unit.passport).toMatch(/^[0-9a-f]{32}$/);
  const { passport } = await read(unit.passport);
  expect(passport).toMatchObject({ model: `Pixel 8, copy ${made}`, grade: null, test: null, canMatch: true });
  const body = { model: { new: { name: 'Pixel 9', brand: 'Google' } }, identifiers: [] };
  expect((await register('receiveUnit', { as, body })).unit.passport).not.toBe(unit.passport);
});

test('says nothing of note, bin, number or identifier', async () => {
  const text = JSON.stringify(await read(unit.passport));
  for (const secret of ['Carl', 'A3', unit.number, unit.id, 'FGHIJK', `ABCDE${made}`])
    expect(text).not.toContain(secret);
});

test('the last six characters match, others do not', async () => {
  expect(await match('fghi-jk')).toBe(true);
  expect(await match('FGHIJX')).toBe(false);
  expect((await problemOf(match('HIJK'))).code).toBe('VALIDATION_ERROR');
});

const matchFrom = async (network: string, ending: string) => {
  const headers = { 'x-forwarded-for': network };
  return call('POST', `/devices/${unit.passport}/match`, { body: { ending }, headers });
};

test('a network can compare a device twenty times an hour and locks out no other', async () => {
  for (let guess = 0; guess < 20; guess++) await matchFrom('198.51.100.1', 'FGHIJX');
  expect((await matchFrom('198.51.100.1', 'FGHIJK')).body.code).toBe('RATE_LIMITED');
  expect((await matchFrom('198.51.100.2', 'FGHIJK')).body.data.matches).toBe(true);
});

test('many networks together have three tries a day each after two hundred', { tags: ['slow'] }, async () => {
  for (let guess = 0; guess < 200; guess++) await matchFrom(`198.51.100.${guess % 10}`, 'FGHIJX');
  const statuses = [];
  for (let guess = 0; guess < 4; guess++) {
    statuses.push((await matchFrom('198.51.100.99', 'FGHIJK')).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('an unknown device is answered as one that does not match', async () => {
  const unknown = await call('POST', `/devices/${'0'.repeat(32)}/match`, { body: { ending: 'FGHIJK' } });
  expect([unknown.status, unknown.body.data.matches]).toEqual([200, false]);
});

test('a renewed token ends the printed one and is in the history', async () => {
  const { passport } = await passports('renewPassport', { as, params: { id: unit.id }, body: {} });
  expect((await problemOf(read(unit.passport))).code).toBe('NOT_FOUND');
  await read(passport);
  const { events } = await register('getUnit', { as, params: { id: unit.id } });
  expect(events[0]?.kind).toBe('renewed');
});

test('the address of a passport scanned opens its device, in any case', async () => {
  for (const code of [
    `https://shop.example/device/${unit.passport}`,
    `HTTPS://SHOP.EXAMPLE/DEVICE/${unit.passport.toUpperCase()}`,
  ]) {
    const { result } = await register('scanCode', { as, query: { code } });
    expect(result).toMatchObject({ kind: 'unit', units: [{ number: unit.number }] });
    expect((await register('listUnits', { as, query: { search: code } })).units).toHaveLength(1);
  }
  const elsewhere = { code: `https://evil.example/device/${unit.passport}` };
  expect((await register('scanCode', { as, query: elsewhere })).result).toMatchObject({
    kind: 'fault',
    fault: expect.stringContaining('another shop'),
  });
});

test('no passport is shown while the setting is off', async () => {
  await db.update(storeSettings).set({ passports: false });
  expect((await problemOf(read(unit.passport))).code).toBe('NOT_FOUND');
  expect((await matchFrom('198.51.100.1', 'FGHIJK')).body.code).toBe('NOT_FOUND');
  await db.update(storeSettings).set({ passports: true });
});
