import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ObjectStorage, startObjectStorage } from '../../server/test/object-storage.ts';
import { call, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// Images in a bucket with the role of the machine: the adapter of extensions/amazon-role.

const root = fileURLToPath(new URL('../..', import.meta.url));
const adapter = join(root, 'extensions/amazon-role');
const dataDir = mkdtempSync(join(tmpdir(), 'reprise-amazon-role-'));
let objects: ObjectStorage;
let roles: Server;
let shop: RunningShop | undefined;

beforeAll(() => {
  // npm runs on the Node of this test.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH };
  execFileSync('npm', ['ci', '--prefix', adapter], { cwd: root, env, stdio: 'pipe' });
});

afterAll(async () => {
  await shop?.stop();
  await objects?.stop();
  roles?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Answers as the endpoint from which a container of Amazon reads the credentials of its role. */
async function startRoles({ accessKeyId, secretAccessKey }: ObjectStorage['bucket']['credentials']) {
  const credentials = {
    AccessKeyId: accessKeyId,
    SecretAccessKey: secretAccessKey,
    Token: 'token of the role',
    Expiration: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const server = createServer((_request, response) => void response.end(JSON.stringify(credentials)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

test('images are stored with the credentials of the role of the machine', async () => {
  objects = await startObjectStorage();
  const { name, region, endpoint, credentials } = objects.bucket;
  roles = await startRoles(credentials);
  const { port } = roles.address() as AddressInfo;
  shop = await runShop({
    dataDir,
    settings: {
      STORAGE_ADAPTER: join(adapter, 'storage.ts'),
      IMAGES_BUCKET: name,
      AWS_REGION: region,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/credentials`,
    },
  });
  const picture = sharp({ create: { width: 800, height: 1000, channels: 3, background: '#224466' } });
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(await picture.jpeg().toBuffer())]), 'phone.jpg');
  const token = await signIn(shop.url, admin);
  const { data } = (await call(shop.url, 'POST', '/upload/single', { token, body })).body;
  expect((await fetch(shop.url + data.url)).status).toBe(200);
  objects.fail('unavailable', Number.POSITIVE_INFINITY);
  expect((await fetch(shop.url + data.url.replace('.webp', '.jpg'))).status).toBe(503);
});

test('the types of the adapter are right', () => {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [compiler, '--noEmit'], { cwd: adapter, stdio: 'pipe' });
});
