import { fromServiceUnits, stripeUnits } from '@reprise/contract/minor-units';
import type { Cents } from '@reprise/contract/money';
import type { DisputeStatus } from '@reprise/contract/sales/orders/order';
import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client.ts';

export type StripeDispute = {
  id: string;
  intentId: string | null;
  amountCents: Cents;
  reason: string;
  status: DisputeStatus;
  evidenceDueBy: Date | null;
  areFundsWithdrawn: boolean;
  isChargeRefundable: boolean;
  openedAt: Date;
};

export type WebhookEndpoint = { url: string; isEnabled: boolean; events: string[] };

export async function retrieveDispute({ ask }: StripeClient, id: string): Promise<StripeDispute | null> {
  const dispute = await ask((stripe) => ifAllowed(() => stripe.disputes.retrieve(id)));
  return dispute && toDispute(dispute);
}

export async function* listDisputes(
  { stripe, ask }: StripeClient,
  since: Date,
): AsyncIterable<StripeDispute> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  let after: string | undefined;
  do {
    const page = await ask(() =>
      ifAllowed(() => stripe.disputes.list({ created, limit: 100, ...(after && { starting_after: after }) })),
    );
    if (!page) return;
    yield* page.data.map(toDispute);
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after);
}

export async function listWebhookEndpoints({ ask }: StripeClient): Promise<WebhookEndpoint[] | null> {
  const page = await ask((stripe) => ifAllowed(() => stripe.webhookEndpoints.list({ limit: 100 })));
  if (!page) return null;
  return page.data.map(({ url, status, enabled_events: events }) => ({
    url,
    isEnabled: status === 'enabled',
    events,
  }));
}

/**
 * Returns null when a restricted key lacks the permission or Stripe does not know the object: neither is an outage that
 * should open the circuit breaker.
 */
async function ifAllowed<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const { type, code } = error as { type?: string; code?: string };
    if (type === 'StripePermissionError' || code === 'resource_missing') return null;
    throw error;
  }
}

const statuses: Record<string, DisputeStatus> = {
  warning_needs_response: 'needs-response',
  needs_response: 'needs-response',
  warning_under_review: 'under-review',
  under_review: 'under-review',
  won: 'won',
  lost: 'lost',
  warning_closed: 'closed',
  prevented: 'closed',
};

export function toDispute(dispute: Stripe.Dispute): StripeDispute {
  const { id, amount, reason, payment_intent: intent, evidence_details: evidence } = dispute;
  // Withdrawals are negative, reinstatements positive.
  const balance = (dispute.balance_transactions ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    id,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountCents: fromServiceUnits(stripeUnits, amount),
    reason,
    // An unknown status of a later API version stays open.
    status: statuses[dispute.status] ?? 'under-review',
    evidenceDueBy: evidence?.due_by ? new Date(evidence.due_by * 1000) : null,
    areFundsWithdrawn: balance < 0,
    isChargeRefundable: dispute.is_charge_refundable,
    openedAt: new Date(dispute.created * 1000),
  };
}
