import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, expect as expectTitle } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findBrowser } from '../find-browser.ts';
import { addProduct, call, orderOf, signIn, signInAgain } from '../plain-client.ts';
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
      ...[
        '--noEmit',
        '--strict',
        '--exactOptionalPropertyTypes',
        '--target',
        'es2022',
        '--module',
        'nodenext',
      ],
      // `npm run check` compiles the types of the package, not those of Node.
      ...['--skipLibCheck', '--allowImportingTsExtensions', '--types', 'node'],
      ...['--typeRoots', fileURLToPath(new URL('../../node_modules/@types', import.meta.url))],
      file,
    ],
    cwd,
  );

/** Installs the packed file in a new project and returns its folder. */
async function install(name: string): Promise<string> {
  const project = join(folder, name);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', '--no-audit', '--no-fund', tarball], project);
  return project;
}

/** Bundles a program for browsers, as small as it gets. */
async function bundle(project: string, program: string): Promise<Buffer> {
  writeFileSync(join(project, 'program.js'), program);
  const options = ['--bundle', '--minify', '--format=esm', '--target=es2022', '--outfile=bundle.js'];
  const esbuild = join(sources, 'node_modules/esbuild/bin/esbuild');
  await run(esbuild, ['program.js', ...options], project);
  return readFileSync(join(project, 'bundle.js'));
}

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
  const owner = await signInAgain(shop.url, admin);
  const permissions = ['catalog.manage', 'orders.read', 'orders.pack', 'units.read', 'units.receive'];
  const body = { name: 'Stock program', permissions, days: 30 };
  const answer = await call(shop.url, 'POST', '/api-tokens', { token: owner, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.secret;
}

test('Node, bundlers and TypeScript 5 and 7 can load it, types of libraries checked', async () => {
  expect(await run(process.execPath, ['check/check-package.ts', tarball], sources)).toContain('as Node');
});

test('its files are readable, with source maps and the license', async () => {
  const names = (await run('tar', ['-tzf', tarball], folder)).trim().split('\n');
  const read = (name: string) => run('tar', ['-xzOf', tarball, `package/${name}`], folder);
  expect(names).toContain('package/LICENSE');
  expect(await read('LICENSE')).toBe(readFileSync(new URL('../../LICENSE', import.meta.url), 'utf8'));
  const code = await read('dist/create-reprise.js');
  expect(Math.max(...code.split('\n').map((line) => line.length))).toBeLessThan(200);
  const { sources: mapped, mappings } = JSON.parse(await read('dist/create-reprise.js.map'));
  expect(mapped).toEqual(['../src/create-reprise.ts']);
  expect(mappings.length).toBeGreaterThan(100);
});

/** Bytes of the calls that a program imports, with Zod, compressed. */
const maxBundleBytes = 45_000;

test('a bundle contains the calls that it imports, and little else', async () => {
  const project = await install('bundle');
  const code = await bundle(
    project,
    `import { createReprise, listProducts } from '@reprise/client';
     console.log(await listProducts(createReprise({ url: process.env.REPRISE_URL })));`,
  );
  const size = gzipSync(code, { level: 9 }).length;
  console.log(`listProducts, bundled and compressed: ${size} bytes`);
  expect(size).toBeLessThan(maxBundleBytes);
  expect(code.toString()).toContain('/products');
  expect(code.toString()).not.toContain('/orders');
});

test('it leaves the messages of other users of Zod alone', async () => {
  const project = await install('messages');
  const program = `import { z } from 'zod';
    import '@reprise/client/all';
    console.log(z.object({ name: z.string() }).safeParse({}).error.issues[0].message);`;
  writeFileSync(join(project, 'program.mjs'), program);
  expect(await runModule('program.mjs', project)).toBe(
    'Invalid input: expected string, received undefined\n',
  );
});

test('everything that goes wrong is a Problem, also before anything is sent', async () => {
  const project = await install('problems');
  const server = createServer((_request, response) => void response.end('{"success":true,"data":{"a":1}}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = `import { createReprise, getOrder, listProducts, placeOrder, Problem } from '@reprise/client';
    const { REPRISE_URL: url } = process.env;
    const tries = [
      () => placeOrder(createReprise({ url }), { body: { items: [] } }),
      () => getOrder(createReprise({ url })),
      () => listProducts(createReprise({ url }), { query: { maxPrice: 3.5 } }),
      () => getOrder(createReprise({ url }), { params: { id: 'nothing' } }),
      async () => createReprise({ url: 'shop.example.com' }),
      () => listProducts(createReprise({ url, token: 'two\\nlines' })),
      () => listProducts(createReprise({ url: 'http://127.0.0.1:1' })),
      () => listProducts(createReprise({ url, timeoutMs: 0 })),
      () => listProducts(createReprise({ url: '${other}' })),
      () => listProducts(createReprise({ url }), {}, { signal: AbortSignal.abort() }),
    ];
    for (const attempt of tries) {
      await attempt().then(
        () => console.log('no error'),
        (error) => console.log([error instanceof Problem ? error.code : error.name, error.errors?.[0].field].join(' ').trim()),
      );
    }`;
  writeFileSync(join(project, 'program.mjs'), program);
  const output = await runModule('program.mjs', project);
  server.close();
  expect(output.trimEnd().split('\n')).toEqual([
    'VALIDATION_ERROR items',
    'VALIDATION_ERROR id',
    'VALIDATION_ERROR maxPrice',
    'NOT_FOUND',
    'VALIDATION_ERROR',
    'VALIDATION_ERROR',
    'UNAVAILABLE',
    'UNAVAILABLE',
    'INTERNAL products',
    'AbortError',
  ]);
});

test('the program of its README compiles and runs', async () => {
  await prepareOrderToShip();
  const project = await install('program');
  const blocks = readFileSync(join(sources, 'README.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms);
  const picture = fileURLToPath(new URL('../../web/public/img/icon-192.png', import.meta.url));
  const program = [...blocks].map(([, code]) => code).join('\n');
  writeFileSync(join(project, 'program.ts'), `${program}\n${prelude(picture)}`);
  await typesOf(project, 'program.ts');
  const output = await runModule('program.ts', project);
  // Its search may print products first: the random name of a product may look like the words it searches.
  expect(output).toMatch(/^paid\n2\ntrue\n\d+\nOUT_OF_STOCK /m);
  const list = await call(shop.url, 'GET', '/orders/admin/all?status=shipped', { token });
  expect(list.body.data.orders).toHaveLength(2);
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
  const code = await bundle(
    await install('page'),
    `import { createReprise, listAllOrders, listProducts } from '@reprise/client';
     const [url, token] = location.hash.slice(1).split(',');
     const shop = createReprise({ url, token });
     const [list, orders] = [await listProducts(createReprise({ url })), await listAllOrders(shop)];
     document.title = list.products.length + ' products, ' + orders.orders.length + ' orders';`,
  );
  const site = createServer(({ url }, response) => {
    const isModule = url === '/bundle.js';
    response.setHeader('content-type', isModule ? 'text/javascript' : 'text/html');
    response.end(isModule ? code : '<!doctype html><script type="module" src="/bundle.js"></script>');
  }).listen(0, 'localhost');
  await once(site, 'listening');
  const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  const settings = { token: owner, body: { apiOrigins: [origin] } };
  expect((await call(shop.url, 'PUT', '/settings', settings)).status).toBe(200);
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    const page = await browser.newPage();
    await page.goto(`${origin}#${shop.url},${token}`);
    await expectTitle(page).toHaveTitle(/ products, \d+ orders$/);
  } finally {
    await browser.close();
    site.close();
  }
});

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
function readImage() {
  return readFile(${JSON.stringify(picture)}).then((bytes) => new Blob([bytes]));
}
`;
