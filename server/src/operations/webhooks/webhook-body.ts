import { storeCurrency } from '@reprise/contract/money';
import { type WebhookEventType, webhookVersion } from '@reprise/contract/operations/webhooks/events';

type Event = { type: WebhookEventType; createdAt: Date; data: unknown };

/** Returns the body of an event, the same in each attempt. */
export function bodyOf({ type, createdAt, data }: Event): string {
  const { code } = storeCurrency();
  const head = { type, version: webhookVersion, timestamp: createdAt.toISOString(), currency: code };
  return JSON.stringify({ ...head, data });
}
