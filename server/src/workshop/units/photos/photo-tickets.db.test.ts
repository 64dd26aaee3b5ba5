import {
  maxTicketBytes,
  photoTicketEndpoints,
  ticketMinutes,
} from '@reprise/contract/workshop/units/photo-tickets';
import { unitPhotoEndpoints } from '@reprise/contract/workshop/units/unit-photos';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { problemOf } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { unitHandlers } from '../units.routes.ts';
import { unitPhotoHandlers } from './unit-photos.routes.ts';
import { unitPhotoTickets } from './unit-photos.tables.ts';

const database = await openTestDatabase();
const { db } = database;
const clock = { now: new Date('2026-11-02T10:00:00Z') };
const { deps } = await openTestApp(database, {}, undefined, () => clock.now);
const handlers = unitPhotoHandlers(deps);
const photos = callsTo(unitPhotoEndpoints, handlers);
const tickets = callsTo(photoTicketEndpoints, handlers);
const register = callsTo(unitEndpoints, unitHandlers(deps));
const as = 'admin' as const;

let id = '';
beforeEach(async () => {
  const body = { model: { new: { name: 'Pixel 8', brand: 'Google' } }, identifiers: [] };
  id = (await register('receiveUnit', { as, body })).unit.id;
});

const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } })
  .jpeg()
  .toBuffer();
const create = async () => (await tickets('createPhotoTicket', { as, params: { id }, body: {} })).ticket;
const send = (ticket: string, view = 'front', key = 'key-of-this') =>
  tickets('sendTicketPhoto', {
    params: { ticket },
    query: { view, key },
    files: [{ name: 'x.jpg', bytes: picture }],
  });
const viewsOf = async (unit: string) =>
  (await photos('listUnitPhotos', { as, params: { id: unit } })).photos.map(({ view, publicUrl }) => [
    view,
    publicUrl,
  ]);
const passMinutes = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

test('a ticket adds private photos of its device without a sign-in, each once', async () => {
  const ticket = await create();
  expect(await tickets('readPhotoTicket', { params: { ticket } })).toMatchObject({
    model: 'Pixel 8',
    taken: [],
  });
  expect((await send(ticket)).taken).toEqual(['front']);
  await send(ticket);
  expect(await viewsOf(id)).toEqual([['front', null]]);
});

test('tells a phone the model and nothing else of the device', async () => {
  const told = await tickets('readPhotoTicket', { params: { ticket: await create() } });
  expect(Object.keys(told).sort()).toEqual(['expiresAt', 'model', 'remaining', 'taken', 'views']);
});

test('a ticket ends after its minutes', async () => {
  const ticket = await create();
  passMinutes(ticketMinutes - 1);
  await send(ticket);
  passMinutes(1);
  expect((await problemOf(send(ticket, 'back', 'another-key'))).code).toBe('NOT_FOUND');
  expect(await viewsOf(id)).toHaveLength(1);
});

test('a ticket ends when another is made, and when staff end it', async () => {
  const first = await create();
  const second = await create();
  expect((await problemOf(send(first))).code).toBe('NOT_FOUND');
  await tickets('endPhotoTickets', { as, params: { id }, body: {} });
  expect((await problemOf(send(second))).message).toBe(
    'This code has ended. Show a new one on the page of the device.',
  );
});

test('a ticket of one device reaches no other, and only its hash is stored', async () => {
  const ticket = await create();
  const own = id;
  const body = { model: { new: { name: 'Pixel 9', brand: 'Google' } }, identifiers: [] };
  const other = (await register('receiveUnit', { as, body })).unit.id;
  await send(ticket);
  expect([await viewsOf(own), await viewsOf(other)]).toEqual([[['front', null]], []]);
  expect(JSON.stringify(await db.select().from(unitPhotoTickets))).not.toContain(ticket);
});

test('a ticket sends a bounded number of bytes', async () => {
  const ticket = await create();
  await db.update(unitPhotoTickets).set({ bytes: maxTicketBytes });
  expect((await problemOf(send(ticket))).code).toBe('PAYLOAD_TOO_LARGE');
  expect(await viewsOf(id)).toEqual([]);
});
