import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../server/test/free-port.ts';
import { type FakeStripe, openFakeStripe, signedEvent } from '../fake-stripe/fake-stripe.ts';
import { type RunningShop, runShop } from '../running-shop.ts';

export type StripePair = {
  stripe: FakeStripe;
  dataDir: string;
  /** Running shop. */
  shop: RunningShop;
  /** Starts another shop at the same address with the same data, after the running one has ended. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

/** Starts a shop with Stripe keys and a fake Stripe. */
export async function openStripePair(settings: Record<string, string> = {}): Promise<StripePair> {
  const stripe = await openFakeStripe();
  const dataDir = mkdtempSync(join(tmpdir(), 'reprise-stripe-'));
  const port = await freePort();
  const run = () =>
    runShop({
      dataDir,
      port,
      logLevel: 'trace',
      settings: { PUBLIC_URL: `http://127.0.0.1:${port}`, ...stripe.settings, ...settings },
    });
  const pair: StripePair = {
    stripe,
    dataDir,
    shop: await run(),
    restart: async () => {
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

/** Delivers a webhook of Stripe and returns the status of the response. */
export async function deliverWebhook(
  shop: RunningShop,
  event: Parameters<typeof signedEvent>[0],
): Promise<number> {
  const { body, signature } = signedEvent(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(`${shop.url}/api/payments/webhook`, { method: 'POST', headers, body })).status;
}
