import { Problem } from '@reprise/contract/problem';
import { type WebhookCheck, webhookEvents } from '@reprise/contract/sales/payments/webhook';
import { inArray } from 'drizzle-orm';
import { webhookUrlOf } from '../payment-setup.ts';
import { stripeEvents } from '../payments.tables.ts';
import { type ProcessorDeps, stripeInUse } from '../processors/processors.ts';

/** Compares the events of the shop's webhook endpoint at Stripe with those that the shop handles. */
export async function checkWebhook(deps: ProcessorDeps): Promise<WebhookCheck> {
  const stripe = await stripeInUse(deps);
  if (!stripe) throw new Problem('NOT_FOUND', 'No payment keys are set.');
  const endpoints = await stripe.processor.listWebhookEndpoints();
  if (endpoints === null) return { state: 'hidden', missingEvents: await neverReceived(deps) };
  const url = webhookUrlOf(deps);
  const own = endpoints.filter((endpoint) => endpoint.isEnabled && endpoint.url === url);
  if (own.length === 0) return { state: 'missing', missingEvents: [...webhookEvents] };
  const enabled = new Set(own.flatMap(({ events }) => events));
  const missingEvents = enabled.has('*') ? [] : webhookEvents.filter((event) => !enabled.has(event));
  return { state: missingEvents.length === 0 ? 'complete' : 'incomplete', missingEvents };
}

async function neverReceived({ db }: ProcessorDeps): Promise<string[]> {
  const rows = await db
    .selectDistinct({ type: stripeEvents.type })
    .from(stripeEvents)
    .where(inArray(stripeEvents.type, [...webhookEvents]));
  const received = new Set(rows.map(({ type }) => type));
  return webhookEvents.filter((event) => !received.has(event));
}
