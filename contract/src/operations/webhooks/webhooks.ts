import { z } from 'zod';
import { endpoints, idParams, nothing } from '../../endpoint.ts';
import { pagination, pagingQuery } from '../../paging.ts';
import { hostUrl, isoDateTime, queryChoice, requiredText, text } from '../../wire.ts';
import { subscribableTypes, webhookEventTypes } from './events.ts';

/** Endpoints of one shop. */
export const maxWebhooks = 20;

/** A failing endpoint is switched off after this time. */
export const webhookRetryHours = 72;

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    events: z.array(z.enum(subscribableTypes)),
    enabled: z.boolean(),
    /** Why the shop switched it off; '' while it is on or where staff did. */
    disabledReason: z.string(),
    /** Number of deliveries that wait; counted up to 10,000. */
    waiting: z.number().int(),
    lastDeliveredAt: isoDateTime.nullable(),
    createdAt: isoDateTime,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.output<typeof webhook>;

const httpsUrl = requiredText(500, 'Enter an address')
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'Enter an address that begins with https://',
  )
  .refine(
    (value) => !URL.canParse(value) || (new URL(value).username === '' && new URL(value).password === ''),
    'Leave user name and password out of the address: each event is signed',
  )
  .meta({ pattern: `^${hostUrl('https?')}([/?#]\\S*)?$` });

export const webhookInput = z.object({
  url: httpsUrl,
  description: text(200),
  events: z
    .array(z.enum(subscribableTypes, 'Choose events of the list'))
    .min(1, 'Choose at least one event')
    .max(subscribableTypes.length),
  enabled: z.boolean(),
});
export type WebhookInput = z.output<typeof webhookInput>;

export const deliveryStates = ['waiting', 'delivered'] as const;

export const webhookDelivery = z
  .object({
    /** Id of the event, the `webhook-id` of each attempt. */
    id: z.string(),
    type: z.enum(webhookEventTypes),
    objectId: z.string(),
    state: z.enum(deliveryStates),
    attempts: z.number().int(),
    /** Null once it is delivered. */
    nextAttemptAt: isoDateTime.nullable(),
    /** HTTP status of the last answer; null without one. */
    status: z.number().int().nullable(),
    /** Why the last attempt failed; '' without a failure. */
    failure: z.string(),
    createdAt: isoDateTime,
    deliveredAt: isoDateTime.nullable(),
    /** Body as it is sent. */
    body: z.string(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

const answer = z.object({ webhook });
const deliveryParams = idParams.extend({ event: requiredText(64, 'Missing id') });

export const webhookEndpoints = endpoints({
  listWebhooks: {
    method: 'GET',
    path: '/webhooks',
    summary: `All webhooks, oldest first, at most ${maxWebhooks}`,
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'read',
    response: z.object({ webhooks: z.array(webhook) }),
  },
  createWebhook: {
    method: 'POST',
    path: '/webhooks',
    summary: 'Create a webhook; its secret is in this answer only',
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'write',
    stepUp: true,
    body: webhookInput,
    response: answer.extend({ secret: z.string() }),
    status: 201,
  },
  updateWebhook: {
    method: 'PUT',
    path: '/webhooks/:id',
    summary: 'Change a webhook; switching it on sends what waits',
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'write',
    stepUp: true,
    params: idParams,
    body: webhookInput,
    response: answer,
    message: 'Webhook saved',
  },
  renewWebhookSecret: {
    method: 'POST',
    path: '/webhooks/:id/secret',
    summary: 'Replace the secret at once; the new one is in this answer only',
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'write',
    stepUp: true,
    params: idParams,
    response: answer.extend({ secret: z.string() }),
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/webhooks/:id',
    summary: 'Delete a webhook with its deliveries',
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Webhook deleted',
  },
  testWebhook: {
    method: 'POST',
    path: '/webhooks/:id/test',
    summary: 'Send a `webhook.test` event at once and return its delivery',
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'write',
    params: idParams,
    response: z.object({ delivery: webhookDelivery }),
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/webhooks/:id/deliveries',
    summary: 'Deliveries of a webhook, newest first; delivered ones are kept for 30 days',
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'read',
    params: idParams,
    query: z.object({ ...pagingQuery, state: queryChoice(deliveryStates) }),
    response: z.object({ deliveries: z.array(webhookDelivery), pagination }),
  },
  repeatWebhookDelivery: {
    method: 'POST',
    path: '/webhooks/:id/deliveries/:event/repeat',
    summary: 'Send an event again, under the same id',
    access: 'admin',
    needs: 'webhooks.manage',
    rate: 'write',
    params: deliveryParams,
    response: z.object({ delivery: webhookDelivery }),
  },
});
