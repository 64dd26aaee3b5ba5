import { z } from 'zod';
import { isoDateTime, text, unknownFields } from '../../wire.ts';

/** Payment processor and its keys; secrets are shortened. */
export const paymentSetup = z
  .object({
    /** Processor of new payments; `adapter`: only the pages take them; `none` closes the checkout. */
    processor: z.enum(['test', 'stripe', 'adapter', 'none']),
    /** Pages of PAYMENT_ADAPTER. One in test mode is not offered beside a live processor, nor after real money was taken. */
    pages: z.array(z.object({ name: z.string(), livemode: z.boolean(), isOffered: z.boolean() })),
    /** Processor that would take payments if the stored keys were removed. */
    withoutKeys: z.enum(['test', 'adapter', 'none']),
    /** Source of the keys; keys of the environment cannot be changed here. `unreadable`: encrypted with another APP_SECRET. */
    source: z.enum(['none', 'settings', 'environment', 'unreadable']),
    /** Mode of the keys. */
    mode: z.enum(['test', 'live']),
    publishableKey: z.string().nullable(),
    secretKeyHint: z.string().nullable(),
    webhookSecretHint: z.string().nullable(),
    /** Webhook URL for Stripe. */
    webhookUrl: z.string(),
    openDiscrepancies: z.number().int(),
    /** Time of the last reconciliation with the processor; null before the first. */
    reconciliation: z
      .object({
        startedAt: isoDateTime,
        finishedAt: isoDateTime.nullable(),
        compared: z.number().int(),
        repaired: z.number().int(),
        failure: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'PaymentSetup' });
export type PaymentSetup = z.output<typeof paymentSetup>;

const stripeKey = (prefixes: string[], example: string) =>
  text(255)
    .refine(
      (key) => prefixes.some((prefix) => key.startsWith(prefix)) && /^[\w]+$/.test(key),
      `Paste the key that starts with ${example}`,
    )
    .meta({ pattern: `^(${prefixes.join('|')})[A-Za-z0-9_]+$` });

export const paymentKeysInput = z
  .strictObject(
    {
      publishableKey: stripeKey(['pk_test_', 'pk_live_'], 'pk_test_ or pk_live_'),
      /** If omitted, the stored key remains. */
      secretKey: stripeKey(
        ['sk_test_', 'sk_live_', 'rk_test_', 'rk_live_'],
        'sk_test_ or sk_live_',
      ).optional(),
      webhookSecret: stripeKey(['whsec_'], 'whsec_').optional(),
    },
    unknownFields,
  )
  .meta({ id: 'PaymentKeysInput' });
export type PaymentKeysInput = z.output<typeof paymentKeysInput>;
