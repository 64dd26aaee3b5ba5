import type { PaymentSetup } from '@reprise/contract/sales/payments/payment-setup';
import {
  findWaysToPay,
  isLiveKey,
  readPaymentKeys,
  readPublishableKey,
} from '../../foundations/settings/payment-keys.ts';
import { countOpenDiscrepancies } from './discrepancies.ts';
import { paymentReconciliation } from './payments.tables.ts';
import type { ProcessorDeps } from './processors/processors.ts';

/** Returns the payment setup for the settings screen, without secrets. */
export async function readPaymentSetup(deps: ProcessorDeps): Promise<PaymentSetup> {
  const keys = await readPaymentKeys(deps);
  const readable = keys === 'unreadable' ? null : keys;
  const { paymentProcessor, paymentPages, pages } = await findWaysToPay(deps, await readPublishableKey(deps));
  const withoutKeys = (await findWaysToPay(deps, null)).paymentProcessor;
  const isLive = readable !== null && isLiveKey(readable.secretKey);
  const isOffered = ({ name }: { name: string }) => paymentPages.some((page) => page.name === name);
  return {
    processor: paymentProcessor,
    pages: pages.map((page) => ({ ...page, isOffered: isOffered(page) })),
    withoutKeys: withoutKeys === 'stripe' ? 'none' : withoutKeys,
    source: keys === 'unreadable' ? 'unreadable' : (keys?.source ?? 'none'),
    mode: isLive ? 'live' : 'test',
    publishableKey: readable?.publishableKey ?? null,
    secretKeyHint: hintOf(readable?.secretKey),
    webhookSecretHint: hintOf(readable?.webhookSecret),
    webhookUrl: webhookUrlOf(deps),
    openDiscrepancies: await countOpenDiscrepancies(deps.db),
    reconciliation: await readReconciliation(deps),
  };
}

/** Returns the address that Stripe sends its events to. */
export function webhookUrlOf({ environment }: Pick<ProcessorDeps, 'environment'>): string {
  return `${environment.publicUrl}/api/payments/webhook`;
}

/** Returns the key's prefix and last four characters: enough to tell keys apart. */
function hintOf(key: string | undefined): string | null {
  if (key === undefined) return null;
  const kind = /^(?:[a-z]{2}_(?:test|live)_|whsec_)/.exec(key)?.[0] ?? '';
  return `${kind}…${key.length >= 20 ? key.slice(-4) : ''}`;
}

async function readReconciliation({ db }: ProcessorDeps): Promise<PaymentSetup['reconciliation']> {
  const [row] = await db.select().from(paymentReconciliation);
  if (!row) return null;
  const { startedAt, finishedAt, compared, repaired, failure } = row;
  return {
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    compared,
    repaired,
    failure,
  };
}
