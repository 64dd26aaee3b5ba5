import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startObjectStorage } from '../../../test/object-storage.ts';
import { diskStorage } from './disk-storage.ts';
import { s3Storage } from './s3-storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'reprise-storage-'));
const objects = await startObjectStorage();
afterAll(async () => {
  await objects.stop();
  rmSync(folder, { recursive: true, force: true });
});

const bytes = Buffer.from('a picture');
const large = Buffer.alloc(300_000, 'x');

describe.each([
  ['disk', () => diskStorage(join(folder, 'media'))],
  ['S3', () => s3Storage(objects.bucket)],
])('%s', (_name, open) => {
  test('a file is read as it was written, and a missing one is null', async () => {
    await open().write([
      { name: 'one.webp', bytes },
      { name: 'two.webp', bytes: large },
    ]);
    expect(await open().read('one.webp')).toEqual(bytes);
    expect(await open().read('two.webp')).toEqual(large);
    expect(await open().read('three.webp')).toBeNull();
    expect([await open().has('two.webp'), await open().has('three.webp')]).toEqual([true, false]);
  });

  test('files are deleted by the beginning of their names', async () => {
    const storage = open();
    await storage.write(['aa.webp', 'aa-320.avif', 'ab.webp'].map((name) => ({ name, bytes })));
    expect(await storage.read('aa.webp')).toEqual(bytes);
    await storage.deleteMatching(['aa']);
    expect(await storage.read('aa.webp')).toBeNull();
    expect(await Promise.all(['aa-320.avif', 'ab.webp'].map(storage.has))).toEqual([false, true]);
  });
});

test('a bucket that answers 503 for a moment or cuts a line is asked again', async () => {
  const storage = s3Storage(objects.bucket);
  objects.fail('unavailable', 2);
  await storage.write([{ name: 'late.webp', bytes: large }]);
  objects.fail('cut', 2);
  expect(await storage.read('late.webp')).toEqual(large);
});

test('a bucket that stays away is unavailable, and its files do not look missing', async () => {
  const storage = s3Storage(objects.bucket);
  objects.fail('unavailable', Number.POSITIVE_INFINITY);
  const unavailable = { status: 'rejected', reason: { code: 'UNAVAILABLE' } };
  const calls = await Promise.allSettled([
    storage.read('one.webp'),
    storage.has('one.webp'),
    storage.write([{ name: 'four.webp', bytes }]),
  ]);
  expect(calls).toMatchObject([unavailable, unavailable, unavailable]);
  objects.fail('unavailable', 0);
  expect(await storage.has('one.webp')).toBe(true);
});
