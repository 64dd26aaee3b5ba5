import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runShop } from './running-shop.ts';

/** One demo shop for all journeys; each of them brings its own customers and products. */
export default async function openShop(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-journeys-'));
  const shop = await runShop({ dataDir, demo: true });
  process.env.SHOP_URL = shop.url;
  return async () => {
    await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
