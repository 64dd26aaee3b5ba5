import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEasyPost } from '@reprise/easypost/test/easypost-server';
import { openEbay } from '@reprise/ebay/test/ebay-server';
import { openMollie } from '@reprise/mollie/test/mollie-server';
import { freePort } from '../../server/test/free-port.ts';
import { signIn } from '../plain-client.ts';
import { admin, runShop } from '../running-shop.ts';
import { test as journey, type Shop } from './journey.ts';

export const paymentAdapter = fileURLToPath(new URL('../../extensions/mollie-payments.ts', import.meta.url));

const taxAdapter = fileURLToPath(new URL('../../extensions/taxjar-tax.ts', import.meta.url));

/** Journeys that change settings, in a shop of their own: in the shared one they would change the others' totals. */
export const test = journey.extend<object, { shop: Shop; shopName: string }>({
  // Files with the same name share a shop.
  shopName: ['', { scope: 'worker', option: true }],
  shop: [({ browser: _ }, use) => useOwnShop({}, use), { scope: 'worker', timeout: 300_000 }],
  baseURL: async ({ shop }, use) => use(shop.url),
});

/** The same, in a shop whose carriers are a stand-in for EasyPost. */
export const carrierTest = testWith(openEasyPost, ({ url }) => ({ EASYPOST_API_URL: url }));

/** The same, in a shop that its owner has not opened to visitors, and that takes no payments. */
export const unopenedTest = testWith(
  async () => ({ close: () => {} }),
  () => ({ OPEN: '0', PAYMENTS: '' }),
);

/** The same, in a shop whose sales channel is a stand-in for eBay. */
export const channelTest = testWith(openEbay, ({ url }) => ({ EBAY_API_URL: url }));

/** The same, in a shop that finds the tax of addresses with the adapter of `extensions/`. */
export const taxTest = testWith(openTaxes, ({ settings }) => ({ TAX_ADAPTER: taxAdapter, ...settings }));

/** The same, in a shop whose customers pay on the page of a stand-in for Mollie. */
export const paymentPageTest = testWith(openMollie, ({ settings }) => ({
  PAYMENT_ADAPTER: paymentAdapter,
  ...settings,
}));

/** Returns journeys in a shop of their own that uses a stand-in for a service; `service` is the stand-in. */
function testWith<Service extends { close: () => unknown }>(
  open: () => Promise<Service>,
  settingsOf: (service: Service) => Record<string, string>,
) {
  return journey.extend<object, { shop: Shop; service: Service }>({
    service: [
      async ({ browser: _ }, use) => {
        const service = await open();
        await use(service);
        await service.close();
      },
      { scope: 'worker' },
    ],
    shop: [({ service }, use) => useOwnShop(settingsOf(service), use), { scope: 'worker', timeout: 300_000 }],
    baseURL: async ({ shop }, use) => use(shop.url),
  });
}

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
