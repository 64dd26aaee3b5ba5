import { readdir } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type As, codeOf, problemOf } from '../../../../test/order-shop.ts';
import { openReturnShop, type SoldOrder } from '../../../../test/return-shop.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { guestEraser } from '../../../app/personal-data.ts';
import { mediaFiles } from '../../../foundations/media/media.tables.ts';
import { eraseWithRequests } from '../../../people/privacy/guest-data.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { imageFolder } from '../../../platform/storage/open-storage.ts';
import { hourMs } from '../../../platform/time.ts';
import { readReturnsOf } from '../own-returns.queries.ts';
import { sweepReturnPhotos } from './remove-return-photos.ts';
import { returnPhotos } from './return-photos.tables.ts';

const database = await openTestDatabase();
const shop = await openReturnShop(database);
const { act, call, clock, deps, openReturn, phoneLine, sell, staff } = shop;
const { db } = deps;

const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } })
  .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
  .jpeg()
  .toBuffer();
const files = (bytes: Buffer = picture) => [{ name: 'x.jpg', bytes }] as never;

const add = async ({ id, guest }: SoldOrder, query: object = {}, as: As = guest) =>
  (await call('addReturnPhoto', { params: { id }, query }, { ...as, files: files() })).photo;
const read = ({ id }: SoldOrder, photo: string, as: As) =>
  call('readReturnPhoto', { params: { id, photo } }, as);
const remove = ({ id, guest }: SoldOrder, photo: string, as: As = guest) =>
  call('removeReturnPhoto', { params: { id, photo } }, as);
const battery = (sold: SoldOrder, photos: string[], index = 0) => ({
  ...phoneLine(sold.numbers[index], 'battery'),
  photos,
});
const filesOfShop = async () => (await readdir(imageFolder(deps.environment.dataDir))).length;

test('photos added before a return are in it, in order, without location', async () => {
  const sold = await sell(1);
  const [first, second] = [await add(sold), await add(sold)];
  expect(first).toEqual({ id: first.id, width: 90, height: 60 });
  const opened = await openReturn(sold, [battery(sold, [first.id, second.id])]);
  expect(opened.lines[0].photos).toEqual([first, second]);
  const { return: atDesk } = await staff('getReturn', { params: { number: opened.number } });
  expect(atDesk.lines[0].photos).toEqual([first, second]);
  const file = await read(sold, first.id, sold.guest);
  const pieces: Buffer[] = [];
  for await (const piece of file.pieces) pieces.push(piece);
  const metadata = await sharp(Buffer.concat(pieces)).metadata();
  expect([metadata.format, metadata.exif]).toEqual(['webp', undefined]);
  const [own] = await readReturnsOf(db, [{ id: sold.id }]);
  expect(own?.lines[0]?.photos).toEqual([
    `/api/orders/${sold.id}/return-photos/${first.id}/image`,
    `/api/orders/${sold.id}/return-photos/${second.id}/image`,
  ]);
});

test('a photo that is sent twice with its key is stored once', async () => {
  const sold = await sell(1);
  const before = await filesOfShop();
  const key = 'key-of-one-photo';
  const twins = await Promise.all([add(sold, { key }), add(sold, { key }), add(sold, { key })]);
  expect(new Set(twins.map(({ id }) => id)).size).toBe(1);
  expect(await filesOfShop()).toBe(before + 1);
});

test('strangers, other orders and staff without the permission read no photo', async () => {
  const [sold, other] = [await sell(1), await sell(1)];
  const { id } = await add(sold);
  const caller = await shop.addUser();
  const packer = {
    caller: { ...(await shop.addUser('admin')), permissions: new Set(['orders.pack'] as const) },
  };
  for (const as of [{}, other.guest, { caller }, { caller, ...other.guest }, packer]) {
    expect(await codeOf(read(sold, id, as))).toBe('NOT_FOUND');
    expect(await codeOf(remove(sold, id, as))).toBe('NOT_FOUND');
    expect(await codeOf(add(sold, {}, as))).toBe('NOT_FOUND');
  }
  expect(await codeOf(read(other, id, other.guest))).toBe('NOT_FOUND');
  expect(await codeOf(remove(other, id))).toBe('NOT_FOUND');
  expect(await codeOf(openReturn(other, [battery(other, [id])]))).toBe('VALIDATION_ERROR');
  await read(sold, id, { caller: shop.admin });
  // Staff see the evidence of customers and leave it alone.
  expect(await codeOf(remove(sold, id, { caller: shop.admin }))).toBe('NOT_FOUND');
});

test('damage on the way needs a photo of the customer, and none of staff', async () => {
  const sold = await sell(1);
  const line = phoneLine(sold.numbers[0], 'damaged-in-transit');
  expect(await problemOf(openReturn(sold, [line]))).toMatchObject({
    code: 'VALIDATION_ERROR',
    errors: [{ field: 'lines.0.photos', message: expect.stringMatching(/^Add a photo of /) }],
  });
  const body = { lines: [line], exceptionReason: 'By telephone' };
  const opened = await staff('openReturnForCustomer', { params: { id: sold.id }, body });
  await act('cancelReturn', opened.return.number);
  const { id } = await add(sold);
  expect(await openReturn(sold, [{ ...line, photos: [id] }])).toMatchObject({
    lines: [{ photos: [{ id }] }],
  });
});

test('a photo is in one line only, and a removed one in none', async () => {
  const sold = await sell(2);
  const [first, second] = [await add(sold), await add(sold)];
  const both = [battery(sold, [first.id]), battery(sold, [first.id], 1)];
  expect(await codeOf(openReturn(sold, both))).toBe('VALIDATION_ERROR');
  expect(await codeOf(openReturn(sold, [battery(sold, [first.id, first.id])]))).toBe('VALIDATION_ERROR');
  const before = await filesOfShop();
  await remove(sold, second.id);
  expect(await filesOfShop()).toBe(before - 1);
  expect(await codeOf(openReturn(sold, [battery(sold, [second.id])]))).toBe('VALIDATION_ERROR');
  expect(await codeOf(read(sold, second.id, sold.guest))).toBe('NOT_FOUND');
  await openReturn(sold, [battery(sold, [first.id])]);
});

test('a line takes photos until it is decided, at most eight', async () => {
  const sold = await sell(1);
  const { number, lines } = await openReturn(sold, [battery(sold, [])]);
  const [{ id: line }] = lines;
  const added = [];
  for (let count = 0; count < 8; count++) added.push(await add(sold, { line }));
  expect(await codeOf(add(sold, { line }))).toBe('VALIDATION_ERROR');
  await remove(sold, added[0].id);
  await add(sold, { line });
  const other = await sell(1);
  expect(await codeOf(add(other, { line }))).toBe('NOT_FOUND');
  const { events } = await act('approveReturn', number);
  const kinds = events.map(({ kind }: { kind: string }) => kind);
  expect(kinds.filter((kind: string) => kind === 'photo-added')).toHaveLength(9);
  await act('receiveReturn', number, { code: sold.serials[0] });
  await act('decideReturn', number, { decisions: [{ line, decision: 'reject' }] });
  expect(await codeOf(add(sold, { line }))).toBe('RETURN_STATE');
  expect(await codeOf(remove(sold, added[1].id))).toBe('RETURN_STATE');
});

test('an order takes no photo before it was sent, and 24 without a return', async () => {
  const packed = await sell(1, { status: null });
  expect(await codeOf(add(packed))).toBe('RETURN_STATE');
  const sold = await sell(1);
  for (let count = 0; count < 24; count++) await add(sold);
  expect(await codeOf(add(sold))).toBe('VALIDATION_ERROR');
});

test('photos whose return is never opened are deleted after a day, the others stay', async () => {
  const sold = await sell(2);
  const [waiting, attached] = [await add(sold), await add(sold)];
  await openReturn(sold, [battery(sold, [attached.id])]);
  const before = await filesOfShop();
  await sweepReturnPhotos(deps);
  await read(sold, waiting.id, sold.guest);
  clock.now = new Date(clock.now.getTime() + 25 * hourMs);
  const late = await add(sold);
  await sweepReturnPhotos(deps);
  expect(await codeOf(read(sold, waiting.id, sold.guest))).toBe('NOT_FOUND');
  expect(await codeOf(openReturn(sold, [battery(sold, [waiting.id], 1)]))).toBe('VALIDATION_ERROR');
  for (const { id } of [attached, late]) await read(sold, id, sold.guest);
  expect(await filesOfShop()).toBeLessThanOrEqual(before);
  expect(await db.$count(mediaFiles)).toBe(await db.$count(returnPhotos));
});

test('the erasure of a customer deletes the photos with their files', async () => {
  const sold = await sell(1);
  const { id } = await add(sold);
  const { number } = await openReturn(sold, [battery(sold, [id])]);
  const waiting = await add(sold);
  await call('cancelReturn', { params: { number } }, sold.guest);
  const { order } = await staff('getOrder', { params: { id: sold.id } });
  const { email } = order.shippingAddress;
  await inTransaction(db, (tx) => eraseWithRequests(tx, guestEraser(deps), email));
  for (const photo of [id, waiting.id])
    expect(await codeOf(read(sold, photo, { caller: shop.admin }))).toBe('NOT_FOUND');
  const before = await filesOfShop();
  await sweepReturnPhotos(deps);
  expect(await filesOfShop()).toBe(before - 2);
  const { rows } = await db.execute(sql`select from return_photos where order_id = ${sold.id}`);
  expect(rows).toEqual([]);
});
