import { randomBytes } from 'node:crypto';

/** Returns a new secret in the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** Names the encrypted field of a webhook. */
export const secretPlace = (webhookId: string): string => `webhook ${webhookId}`;
