import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/test/free-port.ts';
import { call, signIn } from '../plain-client.ts';
import { admin, runShop } from '../running-shop.ts';
import { expect, type Shop } from './journey.ts';

const preload = fileURLToPath(new URL('../faults/step-clock.ts', import.meta.url));

/** Shop of its own with an adjustable clock. */
export type TimedShop = { shop: Shop; setClock: (moment: number) => Promise<void> };

type Options = { startsAt?: number; settings?: Record<string, string> };

/** Runs a shop with an adjustable clock while `use` lasts. */
export async function useTimedShop(
  { startsAt = Date.now(), settings = {} }: Options,
  use: (timed: TimedShop) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-timed-'));
  const file = join(dataDir, 'clock');
  const write = (moment: number) => writeFileSync(file, String(moment - Date.now()));
  write(startsAt);
  const port = await freePort();
  const running = await runShop({
    dataDir,
    port,
    settings: {
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      CLOCK_STEP: file,
      NODE_OPTIONS: `--import=${preload}`,
      ...settings,
    },
  });
  const shop = { url: running.url, dataDir, adminToken: await signIn(running.url, admin) };
  const setClock = async (moment: number) => {
    write(moment);
    process.kill(running.pid, 'SIGUSR2');
    // The session has expired after days without activity.
    await expect
      .poll(async () => (await call(shop.url, 'GET', '/settings', { token: shop.adminToken })).status)
      .toBe(401);
    shop.adminToken = await signIn(running.url, admin);
  };
  await use({ shop, setClock });
  await running.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
