import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectStorage, startObjectStorage } from '../../server/test/object-storage.ts';
import { type PrivateServer, startPrivateServer } from '../../server/test/postgres-server.ts';
import { shopCommand } from '../faults/shop-command.ts';
import { call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Images in a bucket: two machines without a shared folder show the same ones.

const folder = mkdtempSync(join(tmpdir(), 'reprise-object-storage-'));
const machines = new Map<string, RunningShop>();
let postgres: PrivateServer;
let objects: ObjectStorage;
let settings: Record<string, string>;

beforeAll(async () => {
  postgres = await startPrivateServer();
  objects = await startObjectStorage();
  const { name, endpoint, credentials } = objects.bucket;
  settings = {
    S3_BUCKET: name,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
});

afterAll(async () => {
  await Promise.all([...machines.values()].map((machine) => machine.stop()));
  await objects?.stop();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const dataDirOf = (machine: string) => join(folder, machine);

async function start(machine: string, extra: Record<string, string>): Promise<RunningShop> {
  const started = await runShop({
    dataDir: dataDirOf(machine),
    databaseUrl: postgres.url,
    settings: extra,
    logLevel: 'silent',
  });
  machines.set(machine, started);
  return started;
}

function machineOf(name: string): RunningShop {
  const machine = machines.get(name);
  if (!machine) throw new Error(`${name} does not run.`);
  return machine;
}

async function upload({ url }: RunningShop, color: string) {
  const picture = sharp({ create: { width: 800, height: 1000, channels: 3, background: color } });
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), 'phone.jpg');
  return call(url, 'POST', '/upload/single', { token: await signIn(url, admin), body });
}

const statusOf = async ({ url }: RunningShop, path: string) => (await fetch(url + path)).status;

test('images of the data folder are copied into the bucket', async () => {
  const shop = await start('first', {});
  const { url } = (await upload(shop, '#224466')).body.data;
  await shop.stop();
  const location = { dataDir: dataDirOf('first'), databaseUrl: postgres.url, settings };
  expect(await shopCommand(location, 'copy-images', 'bucket')).toEqual({
    code: 0,
    output: 'Copied 1, there already 0, missing 0\n',
  });
  expect((await shopCommand(location, 'copy-images', 'bucket')).output).toContain('there already 1');
  expect(await statusOf(await start('second', settings), url)).toBe(200);
});

test('an image uploaded to one machine is served by another in every width', async () => {
  const one = await start('third', settings);
  const other = machineOf('second');
  const { url } = (await upload(one, '#662244')).body.data;
  for (const path of [url, url.replace('.webp', '-640.avif'), url.replace('.webp', '.jpg')]) {
    expect([path, await statusOf(other, path)]).toEqual([path, 200]);
  }
});

test('while the bucket is away uploads and images answer 503, and later work', async () => {
  const [other, shop] = [machineOf('second'), machineOf('third')];
  const { url } = (await upload(shop, '#446622')).body.data;
  objects.fail('unavailable', Number.POSITIVE_INFINITY);
  const refused = await upload(other, '#123456');
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'UNAVAILABLE',
    '5',
  ]);
  const image = await fetch(other.url + url);
  expect([image.status, image.headers.get('cache-control')]).toEqual([503, 'no-store']);
  objects.fail('unavailable', 0);
  expect(await statusOf(other, url)).toBe(200);
  expect((await upload(other, '#123456')).status).toBe(201);
});
