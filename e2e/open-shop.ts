import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runShop } from './running-shop.ts';

/**
 * Opens one demo shop for all journeys; each journey creates its own customers and products. An error in the shop's
 * log or an unclean exit fails the run.
 */
export default async function openShop(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-journeys-'));
  const shop = await runShop({ dataDir, demo: true });
  process.env.SHOP_URL = shop.url;
  process.env.SHOP_DATA_DIR = dataDir;
  const linesOfOpening = shop.output.length;
  return async () => {
    const code = await shop.stop();
    rmSync(dataDir, { recursive: true, force: true });
    const logged = shop.output.slice(linesOfOpening).filter((line) => line.startsWith('{'));
    if (logged.length > 0) throw new Error(`The shop logged errors:\n${logged.join('\n')}`);
    if (code !== 0) throw new Error(`The shop ended with ${code}.`);
  };
}
