import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { unitPhotoEndpoints } from '@reprise/contract/workshop/units/unit-photos';
import { unitEndpoints } from '@reprise/contract/workshop/units/units';
import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import { callsTo } from '../../../../test/call-endpoints.ts';
import { problemOf } from '../../../../test/order-shop.ts';
import { openTestApp } from '../../../../test/test-app.ts';
import { openTestDatabase } from '../../../../test/test-database.ts';
import { mediaFiles } from '../../../foundations/media/media.tables.ts';
import { unitHandlers } from '../units.routes.ts';
import { readPublicPhotos } from './unit-photo.queries.ts';
import { unitPhotoHandlers } from './unit-photos.routes.ts';

const database = await openTestDatabase();
const { db } = database;
const { app, deps } = await openTestApp(database);
const photos = callsTo(unitPhotoEndpoints, unitPhotoHandlers(deps));
const register = callsTo(unitEndpoints, unitHandlers(deps));
const as = 'admin' as const;

let made = 0;
let id = '';
const params = () => ({ id });
beforeEach(async () => {
  made += 1;
  const identifiers = [{ kind: 'serial', value: `PHOTO${made}` }];
  const body = { model: { new: { name: `Pixel 8, copy ${made}`, brand: 'Google' } }, identifiers };
  id = (await register('receiveUnit', { as, body })).unit.id;
});

const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } })
  .jpeg()
  .toBuffer();
const add = async (view = 'front', key?: string) =>
  (
    await photos('addUnitPhoto', {
      as,
      params: params(),
      query: { view, ...(key && { key }) },
      files: [{ name: 'x.jpg', bytes: picture }],
    })
  ).photos;
const edit = async (photo: string, body: object) =>
  (await photos('updateUnitPhoto', { as, params: { id, photo }, body })).photos;
const get = async (url: string) => (await app.inject({ url })).statusCode;
const filesOfShop = async () => (await readdir(join(deps.environment.dataDir, 'media'))).sort();

test('a new photo is private: no address under /media serves it', async () => {
  await add();
  const [row] = await db.select().from(mediaFiles);
  const hash = row?.name.slice(0, 64) ?? '';
  expect(row?.name).toMatch(/^[0-9a-f]{64}\.private$/);
  for (const name of [
    `${hash}.private`,
    `${hash}.webp`,
    `${hash}.jpg`,
    `${hash}-320.webp`,
    `${hash}-640.avif`,
  ])
    expect([name, await get(`/media/${name}`)]).toEqual([name, 404]);
  expect(await readPublicPhotos(db, [id])).toEqual(new Map());
});

test('its image is read through the checked address, whole or smaller', async () => {
  const [photo] = await add();
  const url = `/api/units/${id}/photos/${photo?.id}/image`;
  expect(await get(url)).toBe(401);
  const file = await unitPhotoHandlers(deps).readUnitPhoto(
    { params: { id, photo: photo?.id ?? '' }, query: { width: 320 } },
    {} as never,
  );
  const pieces: Uint8Array[] = [];
  for await (const piece of file.pieces) pieces.push(Buffer.from(piece));
  expect(await sharp(Buffer.concat(pieces)).metadata()).toMatchObject({
    format: 'webp',
    width: 90,
    height: 60,
  });
});

test('a public photo has an address, which ends when it is private again', async () => {
  const [photo] = await add();
  const before = await filesOfShop();
  const [shown] = await edit(photo?.id ?? '', { isPublic: true });
  const url = shown?.publicUrl ?? '';
  const small = url.replace('.webp', '-320.webp');
  expect([await get(url), await get(small)]).toEqual([200, 200]);
  expect((await readPublicPhotos(db, [id])).get(id)).toMatchObject([
    { url, view: 'front', width: 90, height: 60 },
  ]);
  expect(await edit(photo?.id ?? '', { isPublic: false })).toMatchObject([{ publicUrl: null }]);
  expect([await get(url), await get(small)]).toEqual([404, 404]);
  expect(await filesOfShop()).toEqual(before);
});

test('a photo deleted leaves no file and no row', async () => {
  const [before, rows] = [await filesOfShop(), await db.$count(mediaFiles)];
  const [photo] = await add();
  await edit(photo?.id ?? '', { isPublic: true });
  await photos('deleteUnitPhoto', { as, params: { id, photo: photo?.id } });
  expect([await filesOfShop(), await db.$count(mediaFiles)]).toEqual([before, rows]);
});

test('a photo sent twice under one key is stored once, also at once', async () => {
  const before = await filesOfShop();
  await Promise.all([add('back', 'the-same-key'), add('back', 'the-same-key')]);
  expect(await add('back', 'the-same-key')).toHaveLength(1);
  expect(await filesOfShop()).toHaveLength(before.length + 1);
});

test('marks, words and order are kept, and events name what changed', async () => {
  await add('front');
  const all = await add('back');
  const marks = [{ x: 0.25, y: 0.5, name: 'Scratch' }];
  expect(await edit(all[1]?.id ?? '', { marks, words: 'Lower edge' })).toMatchObject([
    { marks: [] },
    { marks, words: 'Lower edge' },
  ]);
  const ids = all.map(({ id }) => id).reverse();
  const ordered = await photos('orderUnitPhotos', { as, params: params(), body: { ids } });
  expect(ordered.photos.map(({ view }) => view)).toEqual(['back', 'front']);
  const stale = photos('orderUnitPhotos', { as, params: params(), body: { ids: ids.slice(1) } });
  expect((await problemOf(stale)).code).toBe('EDIT_CONFLICT');
  const { events } = await register('getUnit', { as, params: params() });
  expect(events.map(({ detail }) => detail)).toContain('back added');
});

test('a photo of another device is not found', async () => {
  const [photo] = await add();
  const own = id;
  const body = { model: { new: { name: 'Pixel 9', brand: 'Google' } }, identifiers: [] };
  id = (await register('receiveUnit', { as, body })).unit.id;
  expect((await problemOf(edit(photo?.id ?? '', { isPublic: true }))).code).toBe('NOT_FOUND');
  expect((await readPublicPhotos(db, [own])).size).toBe(0);
});

test('a file that is no image is refused and leaves nothing', async () => {
  const before = await filesOfShop();
  const files = [{ name: 'x.jpg', bytes: Buffer.from('<svg/>') }];
  const work = photos('addUnitPhoto', { as, params: params(), files });
  expect((await problemOf(work)).code).toBe('UNSUPPORTED_IMAGE');
  expect(await filesOfShop()).toEqual(before);
});
