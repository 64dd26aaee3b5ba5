import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, expect as expectTitle } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../find-browser.ts';
import { addProduct, call, orderOf, signIn } from '../plain-client.ts';
import { admin, type RunningShop, runShop } from '../running-shop.ts';

// The package `@reprise/client` as people get it: packed, installed, and used as its README says, beside a client that
// openapi-typescript makes of the description of the API.

const sources = fileURLToPath(new URL('../../client', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reprise-client-'));
// Below the package, so that its tools are found from there.
const generated = join(sources, '.generated');
let shop: RunningShop;
let tarball: string;
let token: string;

/** Returns what a command prints; throws with its errors if it fails. */
async function run(command: string, args: string[], cwd: string, environment: Record<string, string> = {}) {
  // npm and its scripts run on the Node of this test.
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
  const { stdout } = await promisify(execFile)(command, args, {
    cwd,
    env: { ...process.env, PATH, ...environment },
  });
  return stdout;
}
const runModule = (path: string, cwd: string, args: string[] = []) =>
  run(process.execPath, [path, ...args], cwd, { REPRISE_URL: shop.url, REPRISE_TOKEN: token });
const typesOf = (cwd: string, file: string) =>
  run(
    process.execPath,
    [
      join(sources, 'node_modules/typescript/bin/tsc'),
      ...['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--module', 'nodenext'],
      ...['--allowImportingTsExtensions', '--types', 'node'],
      ...['--typeRoots', fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
      file,
    ],
    cwd,
  );

beforeAll(async () => {
  await run('npm', ['ci', '--no-audit', '--no-fund'], sources);
  await run('npm', ['run', 'build'], sources);
  const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [packed] = JSON.parse(await run('npm', pack, sources));
  tarball = join(folder, packed.filename);
  shop = await runShop({ dataDir: join(folder, 'data') });
  token = await createToken();
});

afterAll(async () => {
  await shop?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the secret of an API token with the permissions that the README's program needs. */
async function createToken(): Promise<string> {
  const owner = await signIn(shop.url, admin);
  const permissions = ['catalog.manage', 'orders.read', 'orders.pack', 'units.read', 'units.receive'];
  const body = { name: 'Stock program', permissions, days: 30 };
  const answer = await call(shop.url, 'POST', '/api-tokens', { token: owner, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.secret;
}

test('Node, bundlers and TypeScript can load it', async () => {
  expect(await run(process.execPath, ['check/check-package.ts', tarball], sources)).toContain('as Node');
});

test('the program of its README compiles and runs', async () => {
  await prepareOrderToShip();
  const project = join(folder, 'program');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], project);
  const blocks = readFileSync(join(sources, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
  const picture = fileURLToPath(new URL('../../web/public/img/icon-192.png', import.meta.url));
  const program = [...blocks].map(([, code]) => code).join('\n');
  writeFileSync(join(project, 'program.ts'), `${program}\n${prelude(picture)}`);
  await typesOf(project, 'program.ts');
  const output = await runModule('program.ts', project);
  // Its search may print products first: the random name of a product may look like the words it searches.
  expect(output).toMatch(/^pending\ntrue\n\d+\nOUT_OF_STOCK /m);
  const list = await call(shop.url, 'GET', '/orders/admin/all?status=shipped', { token });
  expect(list.body.data.orders).toHaveLength(1);
});

test('a client generated from the description of the API compiles and runs', async () => {
  const owner = await signIn(shop.url, admin);
  await addProduct(shop.url, owner, 5);
  await runModule('check/check-description.ts', sources, [shop.url, generated]);
  copyFileSync(join(sources, 'check/generated-client.ts'), join(generated, 'generated-client.ts'));
  await typesOf(generated, 'generated-client.ts');
  expect(await runModule('generated-client.ts', generated)).toContain('The generated client works.');
});

test('a browser on an allowed site can use it', async () => {
  const owner = await signIn(shop.url, admin);
  await addProduct(shop.url, owner, 5);
  const code = readFileSync(join(sources, 'dist/index.js'));
  const site = createServer(({ url }, response) => {
    const isModule = url === '/client.js';
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? code : pageOf(shop.url, token));
  }).listen(0, 'localhost');
  await once(site, 'listening');
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  const settings = { token: owner, body: { apiOrigins: [origin] } };
  expect((await call(shop.url, 'PUT', '/settings', settings)).status).toBe(200);
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    const page = await browser.newPage();
    await page.goto(origin);
    await expectTitle(page).toHaveTitle(/ products$/);
  } finally {
    await browser.close();
    site.close();
  }
});

const pageOf = (url: string, secret: string) => `<!doctype html><script type="module">
  import { createReprise } from './client.js';
  const { api } = createReprise({ url: '${url}', token: '${secret}' });
  const { products } = await api.listProducts();
  document.title = products.length + ' products';
</script>`;

async function prepareOrderToShip(): Promise<void> {
  const owner = await signIn(shop.url, admin);
  const send = async (method: string, path: string, body: object) => {
    const answer = await call(shop.url, method, path, { token: owner, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body.data;
  };
  await send('POST', '/categories', { name: 'Laptops', description: 'Laptops' });
  const { order } = await send('POST', '/orders', orderOf(await addProduct(shop.url, owner, 5)));
  await send('POST', `/orders/${order.id}/payments`, { method: 'cash' });
  await send('PUT', `/orders/${order.id}/status`, { status: 'processing' });
}

/** Functions that the README leaves to its reader. */
const prelude = (picture: string) => `
import { readFile } from 'node:fs/promises';
function readPicture() {
  return readFile(${JSON.stringify(picture)}).then((bytes) => new Blob([bytes]));
}
`;
