import { currencies } from '@reprise/contract/currencies';
import { setCurrency } from '@reprise/contract/money';
import {
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
  webhookVersion,
} from '@reprise/contract/operations/webhooks/events';
import { Problem } from '@reprise/contract/problem';
import { validationMessage } from '@reprise/contract/validation/validation-messages';
import { validationProblem } from '@reprise/contract/validation/validation-problem';
import { z } from 'zod';

/** Event with its amounts in minor units, as in the results of calls. */
export type WebhookEvent = {
  [Type in WebhookEventType]: z.output<ReturnType<typeof webhookBody<Type>>>;
}[WebhookEventType];

/**
 * Reads the verified body of a webhook, whose amounts are in major units of its currency. Returns null for an event that this version of the
 * package does not know, which a receiver should answer with success. Throws a Problem for anything else.
 */
export function readWebhookEvent(body: unknown): WebhookEvent | null {
  const { type, version = webhookVersion } = (body ?? {}) as { type?: unknown; version?: unknown };
  if (version !== webhookVersion)
    throw new Problem(
      'VALIDATION_ERROR',
      `Events of version ${version} need another version of this package.`,
    );
  const currency = currencies.get(String((body as { currency?: unknown } | null)?.currency));
  if (currency) setCurrency(currency);
  const known = webhookEventTypes.find((name) => name === type);
  if (!known && typeof type === 'string') return null;
  const schema = webhookBody(known ?? 'webhook.test') as z.ZodType<WebhookEvent>;
  const decoded = z.safeDecode(schema, body as never, { error: validationMessage });
  if (!decoded.success) throw validationProblem(decoded.error);
  return decoded.data;
}
