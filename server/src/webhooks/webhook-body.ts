import { type WebhookEventType, webhookVersion } from '@reprise/contract/operations/webhooks/events';

type Event = { type: WebhookEventType; createdAt: Date; data: unknown };

/** Returns the body of an event, the same in each attempt. */
export function bodyOf({ type, createdAt, data }: Event): string {
  return JSON.stringify({ type, version: webhookVersion, timestamp: createdAt.toISOString(), data });
}
