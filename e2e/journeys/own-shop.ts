import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EasyPost, openEasyPost } from '../../server/test/easypost-server.ts';
import { type Ebay, openEbay } from '../../server/test/ebay-server.ts';
import { freePort } from '../../server/test/free-port.ts';
import { type Mollie, openMollie } from '../../server/test/mollie-server.ts';
import { signIn } from '../plain-client.ts';
import { admin, runShop } from '../running-shop.ts';
import { test as journey, type Shop } from './journey.ts';

/** Journeys that change settings, in a shop of their own: in the shared one they would change the others' totals. */
export const test = journey.extend<object, { shop: Shop; shopName: string }>({
  // Files with the same name share a shop.
  shopName: ['', { scope: 'worker', option: true }],
  shop: [({ browser: _ }, use) => useOwnShop({}, use), { scope: 'worker', timeout: 60_000 }],
  baseURL: async ({ shop }, use) => use(shop.url),
});

/** The same, in a shop whose carriers are a stand-in for EasyPost. */
export const carrierTest = journey.extend<object, { shop: Shop; easypost: EasyPost }>({
  easypost: [
    async ({ browser: _ }, use) => {
      const easypost = await openEasyPost();
      await use(easypost);
      await easypost.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    ({ easypost }, use) => useOwnShop({ EASYPOST_API_URL: easypost.url }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});

/** The same, in a shop whose sales channel is a stand-in for eBay. */
export const channelTest = journey.extend<object, { shop: Shop; ebay: Ebay }>({
  ebay: [
    async ({ browser: _ }, use) => {
      const ebay = await openEbay();
      await use(ebay);
      await ebay.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    ({ ebay }, use) => useOwnShop({ EBAY_API_URL: ebay.url }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});

/** The same, in a shop that finds the tax of addresses with the adapter of `extensions/`. */
export const taxTest = journey.extend<object, { shop: Shop; taxes: Taxes }>({
  taxes: [
    async ({ browser: _ }, use) => {
      const taxes = await openTaxes();
      await use(taxes);
      taxes.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    ({ taxes }, use) => useOwnShop({ TAX_ADAPTER: taxAdapter, ...taxes.settings }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});

/** The same, in a shop whose customers pay on the page of a stand-in for Mollie. */
export const paymentPageTest = journey.extend<object, { shop: Shop; mollie: Mollie }>({
  mollie: [
    async ({ browser: _ }, use) => {
      const mollie = await openMollie();
      await use(mollie);
      mollie.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    ({ mollie }, use) => useOwnShop({ PAYMENT_ADAPTER: paymentAdapter, ...mollie.settings }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});

const paymentAdapter = fileURLToPath(new URL('../../extensions/mollie-payments.ts', import.meta.url));

const taxAdapter = fileURLToPath(new URL('../../extensions/taxjar-tax.ts', import.meta.url));

type Taxes = Awaited<ReturnType<typeof openTaxes>>;

/** Opens a service that knows the tax of Reno. */
async function openTaxes() {
  const server = createServer((request, response) => {
    const isReno = request.url?.startsWith('/v2/rates/89501');
    response.writeHead(isReno ? 200 : 404).end('{"rate":{"combined_rate":"0.08265"}}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: { TAXJAR_URL: `http://127.0.0.1:${port}`, TAXJAR_TOKEN: 'token', TAXJAR_STATES: 'NV' },
    close: () => server.close(),
  };
}

async function useOwnShop(
  settings: Record<string, string>,
  use: (shop: Shop) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-own-'));
  const port = await freePort();
  const running = await runShop({
    dataDir,
    port,
    settings: { PUBLIC_URL: `http://127.0.0.1:${port}`, ...settings },
  });
  await use({ url: running.url, dataDir, adminToken: await signIn(running.url, admin) });
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
