import { z } from 'zod';

/** Events that Stripe's webhook endpoint must send to the shop. */
export const webhookEvents = [
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

export const webhookCheck = z
  .object({
    /**
     * `complete` and `incomplete`: Stripe's list of the endpoint; `missing`: no enabled endpoint has this shop's
     * address; `hidden`: the key may not read endpoints, so the events received so far count.
     */
    state: z.enum(['complete', 'incomplete', 'missing', 'hidden']),
    /** Events that the endpoint lacks; of a hidden one, those that never arrived. */
    missingEvents: z.array(z.string()),
  })
  .meta({ id: 'WebhookCheck' });
export type WebhookCheck = z.output<typeof webhookCheck>;
