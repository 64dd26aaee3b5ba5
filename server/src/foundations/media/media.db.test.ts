import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { imageFormats, imageSet, imageWidths } from '@reprise/contract/catalog/products/image-widths';
import { shareSize, sharingImageUrl } from '@reprise/contract/catalog/products/shared-image';
import { mediaEndpoints } from '@reprise/contract/foundations/media';
import Fastify from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { callsTo } from '../../../test/call-endpoints.ts';
import { openTestDatabase } from '../../../test/test-database.ts';
import { sendProblem } from '../../platform/http/api.ts';
import { diskStorage } from '../../platform/storage/disk-storage.ts';
import { imageFolder } from '../../platform/storage/open-storage.ts';
import { mediaHandlers } from './media.routes.ts';
import { mediaFiles } from './media.tables.ts';
import { serveMedia } from './serve-media.ts';
import { storeDrawings } from './store-drawing.ts';

const { db } = await openTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'reprise-media-'));
const deps = { db, now: () => new Date(Date.UTC(2026, 0, 1)), storage: diskStorage(imageFolder(dataDir)) };
const call = callsTo(mediaEndpoints, mediaHandlers(deps));

const app = Fastify();
app.setErrorHandler(sendProblem as never);
await app.register(async (scope) => serveMedia(scope as never, deps.storage));
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

beforeEach(async () => {
  await db.delete(mediaFiles);
  await rm(join(dataDir, 'media'), { recursive: true, force: true });
});

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } });
const jpeg = await blank(60, 40).jpeg().toBuffer();
const file = (bytes: Buffer, name = 'picture.jpg') => ({ name, bytes });
const upload = async (bytes: Buffer, name?: string) =>
  call('uploadOne', { as: 'admin', files: [file(bytes, name)] });
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100" width="80" height="100"><rect width="80" height="100" fill="#336699"/></svg>';
const storeDrawing = async (svg: string) => {
  const [stored] = await storeDrawings(deps, [svg]);
  if (!stored) throw new Error('The drawing was not stored.');
  return stored;
};
const storedFiles = () => readdir(join(dataDir, 'media')).catch(() => []);

const expectNothingStored = async () => {
  expect(await storedFiles()).toEqual([]);
  expect(await db.$count(mediaFiles)).toBe(0);
};

describe('storing', () => {
  test.each([
    ['JPEG', () => blank(60, 40).jpeg()],
    ['PNG', () => blank(60, 40).png()],
    ['WebP', () => blank(60, 40).webp()],
    ['AVIF', () => blank(60, 40).avif({ effort: 0 })],
    ['a still GIF', () => blank(60, 40).gif()],
  ])('%s is stored as WebP under its content hash', async (_name, image) => {
    const stored = await upload(await image().toBuffer());
    expect(stored).toMatchObject({ width: 60, height: 40, type: 'image/webp' });
    expect(stored.url).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/);
    const bytes = await readFile(join(dataDir, stored.url));
    expect(bytes).toHaveLength(stored.bytes);
    expect((await sharp(bytes).metadata()).format).toBe('webp');
    expect(await storedFiles()).toHaveLength(1);
  });

  test('several drawings are stored in order, duplicates once', async () => {
    const svgs = [1, 2, 3, 1].map((width) => `<svg viewBox="0 0 ${width} 9"/>`);
    const stored = await storeDrawings(deps, svgs);
    expect(stored.map(({ width }) => width)).toEqual([1, 2, 3, 1]);
    for (const [index, { url }] of stored.entries())
      expect(await readFile(join(dataDir, url), 'utf8')).toBe(svgs[index]);
    expect(await storedFiles()).toHaveLength(3);
    expect(await db.$count(mediaFiles)).toBe(3);
    expect(await storeDrawings(deps, [])).toEqual([]);
  });

  test('the uploaded file name is ignored', async () => {
    for (const name of ['../../x', 'a\0b.svg', 'x'.repeat(5000), '']) {
      expect((await upload(jpeg, name)).url).toMatch(/^\/media\/[0-9a-f]{64}\.webp$/);
    }
  });

  test('a repeated image is one file and one row', async () => {
    const first = await upload(jpeg);
    expect(await upload(jpeg)).toEqual(first);
    expect(await storedFiles()).toHaveLength(1);
    expect(await db.select().from(mediaFiles)).toMatchObject([{ uploadedBy: 'usr_admin', width: 60 }]);
  });

  test('an image is rotated upright and loses its metadata', async () => {
    const sideways = await blank(60, 40)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Someone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(sideways).metadata()).exif).toBeDefined();
    const stored = await upload(sideways);
    expect(stored).toMatchObject({ width: 40, height: 60 });
    const metadata = await sharp(await readFile(join(dataDir, stored.url))).metadata();
    expect([metadata.exif, metadata.xmp, metadata.orientation]).toEqual([undefined, undefined, undefined]);
  });

  test('stores several images at once', async () => {
    const other = await blank(30, 30).png().toBuffer();
    const { files } = await call('uploadMany', { as: 'admin', files: [file(jpeg), file(other)] });
    expect(files.map(({ width }) => width)).toEqual([60, 30]);
  });

  test('scales an image down to a size, never up', async () => {
    const image = (query: Record<string, string>) =>
      call('uploadImage', { as: 'admin', query, files: [file(jpeg)] });
    expect(await image({ width: '30' })).toMatchObject({ width: 30, height: 20 });
    expect(await image({ width: '30', height: '10' })).toMatchObject({ width: 15, height: 10 });
    expect(await image({ width: '4000' })).toMatchObject({ width: 60, height: 40 });
    expect(await image({})).toMatchObject({ width: 60, height: 40 });
  });

  test.each([
    { width: '0' },
    { width: '-1' },
    { height: '99999' },
    { quality: '0' },
    { quality: '101' },
    { quality: 'x' },
  ])('rejects the size %j', async (query) => {
    const work = call('uploadImage', { as: 'admin', query, files: [file(jpeg)] });
    await expect(work).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('rejecting', () => {
  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
    ['a page named as an image', '<!doctype html><script>alert(1)</script>'],
    ['a polyglot of image and page', 'GIF89a/*<script>alert(1)</script>*/'],
    ['a text', 'hello'],
  ])('%s', async (_name, content) => {
    await expect(upload(Buffer.from(content), 'photo.png')).rejects.toMatchObject({
      code: 'UNSUPPORTED_IMAGE',
    });
    await expectNothingStored();
  });

  test('rejects a truncated image', async () => {
    const large = await blank(400, 400).jpeg({ quality: 100 }).toBuffer();
    await expect(upload(large.subarray(0, large.length - 200))).rejects.toMatchObject({
      code: 'UNREADABLE_IMAGE',
    });
    await expect(upload(jpeg.subarray(0, 12))).rejects.toMatchObject({ code: 'UNREADABLE_IMAGE' });
    await expectNothingStored();
  });

  test('rejects a small file that decodes to over 40 megapixels', async () => {
    const bomb = await blank(7000, 6000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await expect(upload(bomb)).rejects.toMatchObject({ code: 'UNREADABLE_IMAGE' });
    await expectNothingStored();
  });

  test('rejects an animated image', async () => {
    const frames = [blank(20, 20), blank(20, 20).negate()].map((frame) => frame.png().toBuffer());
    const animated = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(animated, { animated: true }).metadata()).pages).toBe(2);
    await expect(upload(animated)).rejects.toMatchObject({ code: 'UNREADABLE_IMAGE' });
  });

  test('rejects a missing and an empty file', async () => {
    await expect(call('uploadOne', { as: 'admin' })).rejects.toMatchObject({ code: 'NO_FILE' });
    await expect(upload(Buffer.alloc(0))).rejects.toMatchObject({ code: 'NO_FILE' });
    await expect(call('uploadMany', { as: 'admin' })).rejects.toMatchObject({ code: 'NO_FILE' });
  });

  test('rejects all files if one is invalid', async () => {
    const files = [file(jpeg), file(Buffer.from('hello'))];
    await expect(call('uploadMany', { as: 'admin', files })).rejects.toMatchObject({
      code: 'UNSUPPORTED_IMAGE',
    });
    await expectNothingStored();
  });

  test.each(['uploadOne', 'uploadMany', 'uploadImage'] as const)(
    'rejects %s without permission',
    async (name) => {
      const files = [file(jpeg)];
      await expect(call(name, { files })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await expect(call(name, { files, as: 'customer' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expectNothingStored();
    },
  );
});

describe('serving', () => {
  test('serves an image as immutable and sandboxed', async () => {
    const { url } = await upload(jpeg);
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': `inline; filename="${url.slice('/media/'.length)}"`,
    });
    expect(answer.rawPayload).toEqual(await readFile(join(dataDir, url)));
  });

  test('answers HEAD and 304 for images', async () => {
    const { url, bytes } = await upload(jpeg);
    const head = await app.inject({ method: 'HEAD', url });
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-length']).toBe(String(bytes));
    expect(head.body).toBe('');
    const again = await app.inject({ url, headers: { 'if-none-match': String(head.headers.etag) } });
    expect(again.statusCode).toBe(304);
  });

  test('serves a generated drawing', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 50"/>';
    const { url, ...stored } = await storeDrawing(svg);
    expect(stored).toEqual({ type: 'image/svg+xml', width: 40, height: 50, bytes: svg.length });
    const answer = await app.inject(url);
    expect(answer.headers['content-type']).toContain('image/svg+xml');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.body).toBe(svg);
  });

  test.each([
    ['a drawing', async () => (await storeDrawing(drawing)).url],
    ['an upload', async () => (await upload(jpeg)).url],
  ])('serves %s as a sharing image', async (_name, store) => {
    const url = sharingImageUrl(await store());
    expect(url).toMatch(/^\/media\/[0-9a-f]{64}\.jpg$/);
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', ...shareSize });
    expect(answer.rawPayload.length).toBeLessThan(100_000);
    expect(await storedFiles()).toHaveLength(2);
    expect((await app.inject(url)).rawPayload).toEqual(answer.rawPayload);
  });

  test('the shared image extends the background of a drawing', async () => {
    const answer = await app.inject(sharingImageUrl((await storeDrawing(drawing)).url));
    const { data, info } = await sharp(answer.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const middleRow = info.width * Math.floor(info.height / 2) * info.channels;
    for (const x of [0, info.width - 1]) {
      const color = [...data.subarray(middleRow + x * info.channels).subarray(0, 3)];
      for (const [index, channel] of [0x33, 0x66, 0x99].entries())
        expect(color[index]).toBeCloseTo(channel, -1);
    }
  });

  test('serves an upload in the widths and formats of the pages', async () => {
    const { url } = await upload(await blank(800, 1000).jpeg().toBuffer());
    for (const format of imageFormats) {
      const urls = (imageSet(url, format) ?? '').split(', ').map((entry) => entry.split(' ')[0] ?? '');
      const widths = [];
      for (const variant of urls) {
        const answer = await app.inject(variant);
        expect(answer.headers['content-type']).toBe(`image/${format}`);
        expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
        const { width, format: kind } = await sharp(answer.rawPayload).metadata();
        expect(kind).toBe(format === 'avif' ? 'heif' : 'webp');
        widths.push(width);
      }
      // Never upscaled.
      expect(widths).toEqual([320, 640, 800, 800]);
    }
    expect(await storedFiles()).toHaveLength(1 + 2 * imageWidths.length);
  });

  test('a drawing has no width variants', async () => {
    const { url } = await storeDrawing(drawing);
    expect(imageSet(url, 'avif')).toBeUndefined();
    expect((await app.inject(url.replace('.svg', '-640.avif'))).statusCode).toBe(404);
  });

  test.each([
    `/media/${'0'.repeat(64)}-640.avif`,
    `/media/${'0'.repeat(64)}-641.avif`,
    `/media/${'0'.repeat(64)}-640.gif`,
    `/media/${'0'.repeat(64)}.webp`,
    `/media/${'0'.repeat(64)}.jpg`,
    '/media/picture.webp',
    '/media/..%2f..%2fetc%2fpasswd',
    '/media/%00',
    '/media/.x.part',
  ])('answers NOT_FOUND for %s', async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().code).toBe('NOT_FOUND');
  });
});

test('stores no row if writing the file fails', async () => {
  await writeFile(join(dataDir, 'media'), 'a file where the folder should be');
  await expect(upload(jpeg)).rejects.toThrow();
  expect(await db.$count(mediaFiles)).toBe(0);
});
