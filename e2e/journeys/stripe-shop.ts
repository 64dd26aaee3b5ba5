import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeStripe, openFakeStripe, signedEvent } from '../fake-stripe/fake-stripe.ts';
import { freePort, type RunningShop, runShop } from '../running-shop.ts';

export type StripePair = {
  stripe: FakeStripe;
  dataDir: string;
  /** The one that runs now. */
  shop: RunningShop;
  /** After the running one has ended: another at the same address, over the same data. */
  startAgain: () => Promise<void>;
  close: () => Promise<void>;
};

/** A shop with Stripe's keys, and a Stripe that answers it. */
export async function openStripePair(): Promise<StripePair> {
  const stripe = await openFakeStripe();
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-stripe-'));
  const port = await freePort();
  const run = () =>
    runShop({
      dataDir,
      port,
      logLevel: 'trace',
      settings: { PUBLIC_URL: `http://127.0.0.1:${port}`, ...stripe.settings },
    });
  const pair: StripePair = {
    stripe,
    dataDir,
    shop: await run(),
    startAgain: async () => {
      pair.shop = await run();
    },
    close: async () => {
      await pair.shop.stop();
      await stripe.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return pair;
}

/** Brings the shop a message of Stripe; tells how it was answered. */
export async function deliver(shop: RunningShop, event: Parameters<typeof signedEvent>[0]): Promise<number> {
  const { body, signature } = signedEvent(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(`${shop.url}/api/payments/webhook`, { method: 'POST', headers, body })).status;
}
