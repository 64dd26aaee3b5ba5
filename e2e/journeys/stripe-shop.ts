import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FakeStripe, fakeKeys, openFakeStripe, signedEvent } from '../fake-stripe/fake-stripe.ts';
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
      settings: { PUBLIC_URL: `http://127.0.0.1:${port}`, ...keysFor(stripe) },
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

/** The settings of a shop that this Stripe answers. */
export function keysFor(stripe: FakeStripe): Record<string, string> {
  return {
    STRIPE_API_URL: stripe.url,
    STRIPE_PUBLISHABLE_KEY: fakeKeys.publishableKey,
    STRIPE_SECRET_KEY: fakeKeys.secretKey,
    STRIPE_WEBHOOK_SECRET: fakeKeys.webhookSecret,
  };
}

/** Brings the shop a message of Stripe; tells how it was answered. */
export async function deliver(shop: RunningShop, event: Parameters<typeof signedEvent>[0]): Promise<number> {
  const { body, signature } = signedEvent(event);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await fetch(`${shop.url}/api/payments/webhook`, { method: 'POST', headers, body })).status;
}
