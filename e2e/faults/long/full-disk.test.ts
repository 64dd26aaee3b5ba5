import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, addProduct, call, orderOf, signIn } from '../../plain-client.ts';
import { admin, type RunningShop, runShop } from '../../running-shop.ts';
import { shopCommand } from '../shop-command.ts';
import { openSmallDisk } from '../small-disk.ts';

// Fills the disk under the embedded database and the images. Writes are rejected with 507, reads continue, no partial
// files remain, and the shop recovers when space is free.

const disk = openSmallDisk(400);
if (!disk) console.log('F-12 was not run: this process may not mount a small disk (root on Linux may).');
const megabyte = 1024 * 1024;

let running: RunningShop;
let token: string;
let product: string;

beforeAll(async () => {
  if (!disk) return;
  running = await runShop({ dataDir: disk.folder, logLevel: 'fatal' });
  token = await signIn(running.url, admin);
  product = await addProduct(running.url, token, 100_000);
});

afterAll(async () => {
  await running?.kill();
  disk?.remove();
});

const order = () =>
  call(running.url, 'POST', '/orders', { body: orderOf(product), key: crypto.randomUUID() });

/** Random image, different on each call. */
function noise(side: number): Buffer {
  const part = (name: string, bytes: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), bytes]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(bytes.length);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const rows = randomBytes(side * (side * 3 + 1));
  for (let row = 0; row < side; row++) rows[row * (side * 3 + 1)] = 0;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const body = part('IDAT', deflateSync(rows));
  return Buffer.concat([signature, part('IHDR', head), body, part('IEND', Buffer.alloc(0))]);
}

async function upload(): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(noise(600))], { type: 'image/png' }), 'noise.png');
  return call(running.url, 'POST', '/upload/single', { token, body: form });
}

const word = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const stock = async () =>
  (await call(running.url, 'GET', `/products/${product}`)).body.data.product.stockCount as number;
const images = () => readdirSync(join(disk?.folder ?? '', 'media')).sort();

/** The shop measures free space once a second. */
const untilOrdersAre = (status: number) =>
  expect.poll(async () => (await order()).status, { timeout: 15_000, interval: 200 }).toBe(status);

test.skipIf(!disk).each([
  ['to the last byte', 0],
  ['to less than the database needs', 40 * megabyte],
])('a disk that is full %s', async (_how, left) => {
  expect(word(await upload())).toBe('201');
  const before = images();
  disk?.fill(left);
  await untilOrdersAre(507);
  const units = await stock();
  for (let n = 0; n < 20; n++) expect(word(await order())).toBe('507 STORAGE_FULL');
  expect(word(await upload())).toBe('507 STORAGE_FULL');
  expect(await stock()).toBe(units);
  // An image can be stored before the database rejects its row; partial files never remain.
  expect(images().filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(images()).toEqual(expect.arrayContaining(before));
  for (const path of ['/', '/products', '/health/live', '/health/ready']) {
    expect([path, (await fetch(running.url + path)).status]).toEqual([path, 200]);
  }
  disk?.free();
  await untilOrdersAre(201);
  expect(word(await upload())).toBe('201');
});

test.skipIf(!disk)('reports a full disk at the start and opens when space is free', async () => {
  await running.kill();
  disk?.fill();
  await expect(runShop({ dataDir: disk?.folder ?? '' })).rejects.toThrow(/disk .* is almost full/);
  disk?.free();
  running = await runShop({ dataDir: disk?.folder ?? '', logLevel: 'fatal' });
  expect(word(await order())).toBe('201');
  expect(await shopCommand({ dataDir: disk?.folder ?? '' }, 'check')).toMatchObject({ code: 0 });
  console.log('F-12: a full disk, twice: 507, no partial files, recovered without a restart');
});
