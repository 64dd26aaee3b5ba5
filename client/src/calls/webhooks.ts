import { webhookEndpoints } from '@reprise/contract/webhooks/webhooks';
import { type Call, defineCall } from '../define-call.ts';

/** All webhooks, oldest first, at most 20: `GET /webhooks` */
export const listWebhooks: Call<typeof webhookEndpoints.listWebhooks> = /* @__PURE__ */ defineCall(webhookEndpoints.listWebhooks);

/** Create a webhook; its secret is in this answer only: `POST /webhooks` */
export const createWebhook: Call<typeof webhookEndpoints.createWebhook> = /* @__PURE__ */ defineCall(webhookEndpoints.createWebhook);

/** Change a webhook; switching it on sends what waits: `PUT /webhooks/:id` */
export const updateWebhook: Call<typeof webhookEndpoints.updateWebhook> = /* @__PURE__ */ defineCall(webhookEndpoints.updateWebhook);

/** Replace the secret at once; the new one is in this answer only: `POST /webhooks/:id/secret` */
export const renewWebhookSecret: Call<typeof webhookEndpoints.renewWebhookSecret> = /* @__PURE__ */ defineCall(webhookEndpoints.renewWebhookSecret);

/** Delete a webhook with its deliveries: `DELETE /webhooks/:id` */
export const deleteWebhook: Call<typeof webhookEndpoints.deleteWebhook> = /* @__PURE__ */ defineCall(webhookEndpoints.deleteWebhook);

/** Send a `webhook.test` event at once and return its delivery: `POST /webhooks/:id/test` */
export const testWebhook: Call<typeof webhookEndpoints.testWebhook> = /* @__PURE__ */ defineCall(webhookEndpoints.testWebhook);

/** Deliveries of a webhook, newest first; delivered ones are kept for 30 days: `GET /webhooks/:id/deliveries` */
export const listWebhookDeliveries: Call<typeof webhookEndpoints.listWebhookDeliveries> = /* @__PURE__ */ defineCall(webhookEndpoints.listWebhookDeliveries);

/** Send an event again, under the same id: `POST /webhooks/:id/deliveries/:event/repeat` */
export const repeatWebhookDelivery: Call<typeof webhookEndpoints.repeatWebhookDelivery> = /* @__PURE__ */ defineCall(webhookEndpoints.repeatWebhookDelivery);
