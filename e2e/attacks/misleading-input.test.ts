import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect } from 'vitest';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';
import { attack } from './attack.ts';

let shop: RunningShop;
let token: string;
const folder = mkdtempSync(join(tmpdir(), 'reprise-attack-'));
const dataDir = join(folder, 'data');

beforeAll(async () => {
  mkdirSync(dataDir, { mode: 0o755 });
  shop = await runShop({ dataDir, settings: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' } });
  token = await signIn(shop.url, admin);
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const send = async (method: string, path: string, body?: unknown) => {
  const answer = await call(shop.url, method, path, { token, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.body?.data;
};

const receive = (model: object, identifiers: object[] = []) =>
  call(shop.url, 'POST', '/units', { token, body: { model, identifiers } });

attack('22', 'the audit log tells the host of a webhook, never its path', async (report) => {
  const url = 'https://hooks.example.com/services/T0/SECRETPATHTOKEN';
  const rest = { description: 'Chat', events: ['order.paid'], enabled: false };
  const { webhook } = await send('POST', '/webhooks', { url, ...rest });
  await send('PUT', `/webhooks/${webhook.id}`, { url: `${url}2`, ...rest });
  await send('DELETE', `/webhooks/${webhook.id}`);
  const log = JSON.stringify(await send('GET', '/audit?limit=100'));
  const file = (await call(shop.url, 'GET', '/audit/export', { token })).text;
  expect(log).toContain('hooks.example.com');
  expect(`${log}${file}`).not.toContain('SECRETPATHTOKEN');
  const withPassword = { url: 'https://user:s3cr3tpw@hooks.example.com/x', ...rest };
  const refused = await call(shop.url, 'POST', '/webhooks', { token, body: withPassword });
  expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'url']);
  report('0 of 3 entries name the path; user and password are refused');
});

attack('22', 'an origin that only begins like this machine is refused', async (report) => {
  const evil = [
    'http://localhost.evil.example',
    'http://localhost@evil.example',
    'http://localhost:1@evil.example',
    'https://shop.example@evil.example',
    'https://shop.example/path',
    'http://shop.example',
    'http://localhostevil',
    'null',
  ];
  const statuses = [];
  for (const origin of evil) {
    const body = { apiOrigins: [origin] };
    statuses.push((await call(shop.url, 'PUT', '/settings', { token, body })).status);
  }
  expect(statuses).toEqual(evil.map(() => 400));
  await send('PUT', '/settings', { apiOrigins: ['http://localhost:5173', 'https://stock.example.com'] });
  report(`${evil.length} of ${evil.length} refused`);
});

attack('22', 'image addresses leave no path and carry no password', async (report) => {
  const category = `Images ${crypto.randomUUID()}`;
  await send('POST', '/categories', { name: category, description: 'For a test' });
  const product = { name: 'Thing', price: 20, brand: 'Acme', category, stockCount: 1 };
  const evil = [
    '/media/../../etc/passwd',
    '/media/..',
    '/media/./x',
    '/media/%2e%2e/x',
    '/media/.%2E/x',
    '/media/..%2f..%2fx',
    '/media/%252e%252e/x',
    '/media/%25252e%25252e%25252fx',
    '/media/..%5cx',
    'https://user:pw@images.example/x.webp',
    'https://user@images.example/x.webp',
    'https://images.example/a/../../x.webp',
    'https://images.example/%2e%2e/x.webp',
  ];
  const statuses = [];
  for (const image of evil) {
    const body = { ...product, images: [image] };
    statuses.push((await call(shop.url, 'POST', '/products', { token, body })).status);
    const edit = { name: category, description: 'For a test', image };
    statuses.push((await call(shop.url, 'POST', '/categories', { token, body: edit })).status);
  }
  expect(statuses).toEqual(evil.flatMap(() => [400, 400]));
  const images = ['/img/a..b.webp', '/img/100%.webp', 'https://images.example/a.b/x.webp?v=../1'];
  await send('POST', '/products', { ...product, images });
  report(`${statuses.length} of ${statuses.length} refused`);
});

/** Puts a device on sale under a product of its own. */
async function addDevice(serial: string) {
  const product = await addProduct(shop.url, token, 0);
  await send('PUT', `/products/${product}/tracking`, { tracking: 'serial' });
  const { unit } = (await receive({ product }, [{ kind: 'serial', value: serial }])).body.data;
  await send('POST', '/units/wipes', {
    ids: [unit.id],
    category: 'purge',
    method: 'Factory reset',
    verification: 'tool',
    result: 'passed',
  });
  await send('POST', '/units/moves', { ids: [unit.id], to: 'ready', reason: 'Looked at by hand' });
  await send('POST', '/units/listings', { ids: [unit.id], product });
  return { product, unit };
}

attack('22', 'a device is not chosen while the store offers no choice', async (report) => {
  const { product, unit } = await addDevice('CHOSEN77X');
  await send('PUT', '/settings', { unitChoice: false });
  const { items, ...rest } = orderOf(product);
  const chosen = { ...rest, items: [{ ...items[0], units: [unit.number] }] };
  const refused = await call(shop.url, 'POST', '/orders', { body: chosen, from: '10.27.0.1' });
  expect([refused.status, refused.body.code]).toEqual([409, 'UNIT_TAKEN']);
  expect(refused.body.details.units).toEqual([{ product, number: unit.number }]);
  const plain = await call(shop.url, 'POST', '/orders', { body: orderOf(product), from: '10.27.0.1' });
  expect(plain.status, plain.text).toBe(201);
  await send('PUT', '/settings', { unitChoice: true });
  report('refused with the choice, placed without it');
});

attack('15', 'guesses at a passport lock nobody else out of it', async (report) => {
  const { unit } = await addDevice('PASSPORT99Z');
  const match = (ending: string, from: string) =>
    call(shop.url, 'POST', `/devices/${unit.passport}/match`, { body: { ending }, from });
  const guesses = [];
  for (const network of ['10.28.0.1', '10.28.0.2', '10.28.0.3']) {
    for (let turn = 0; turn < 10; turn++) guesses.push((await match('AAAAAA', network)).body.data?.matches);
  }
  expect(guesses).toEqual(Array(30).fill(false));
  const buyer = await match('ORT99Z', '10.29.0.1');
  expect(buyer.body.data?.matches, buyer.text).toBe(true);
  report('30 wrong guesses from three networks, the buyer compared');
});

attack('22', 'an IMEI of one repeated digit is refused', async (report) => {
  const value = '000000000000000';
  const refused = await receive({ new: { name: 'Pixel 8', brand: 'Google' } }, [{ kind: 'imei', value }]);
  expect(refused.status, refused.text).toBe(400);
  report('refused');
});

/** Returns the paths in a folder that the machine's other users can open. */
function openPaths(path: string): string[] {
  const stats = lstatSync(path);
  if (stats.isSymbolicLink() || (stats.mode & 0o077) === 0) return [];
  const inside = stats.isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
  return [path, ...inside.flatMap(openPaths)];
}

attack('12', "every file of the shop is closed to the machine's other users", async (report) => {
  const { unit } = await addDevice('PHOTO1234');
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#777' } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set('photo', new Blob([new Uint8Array(picture)]), 'x.jpg');
  const sent = await call(shop.url, 'POST', `/units/${unit.id}/photos?view=front`, { token, body: form });
  expect(sent.status, sent.text).toBe(201);
  expect(readdirSync(join(dataDir, 'media')).some((name) => name.endsWith('.private'))).toBe(true);
  expect(openPaths(dataDir)).toEqual([dataDir]);
  const images = readdirSync(join(dataDir, 'media')).map((name) => join(dataDir, 'media', name));
  expect(images.flatMap(openPaths)).toEqual([]);
  report('0 files in a folder that others may read');
});
