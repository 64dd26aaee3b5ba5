import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/test/free-port.ts';
import { signIn } from '../plain-client.ts';
import { admin, runShop } from '../running-shop.ts';
import { test as journey, type Shop } from './journey.ts';

/** Journeys that change settings, in a shop of their own: in the shared one they would change the others' totals. */
export const test = journey.extend<object, { shop: Shop; shopName: string }>({
  // Files with the same name share a shop.
  shopName: ['', { scope: 'worker', option: true }],
  shop: [
    async ({ browser: _ }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'reprise-own-'));
      const port = await freePort();
      const running = await runShop({
        dataDir,
        port,
        settings: { PUBLIC_URL: `http://127.0.0.1:${port}` },
      });
      await use({ url: running.url, dataDir, adminToken: await signIn(running.url, admin) });
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
});
