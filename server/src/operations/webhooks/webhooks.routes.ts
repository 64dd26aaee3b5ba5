import type { webhookEndpoints } from '@reprise/contract/operations/webhooks/webhooks';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { createWebhook, deleteWebhook, renewSecret, updateWebhook } from './change-webhooks.ts';
import { repeatDelivery, testWebhook } from './repeat-deliveries.ts';
import { findWebhook, listDeliveries, listWebhooks } from './webhook.queries.ts';

export function webhookHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'secret' | 'jobs' | 'environment'>,
): Handlers<typeof webhookEndpoints> {
  return {
    listWebhooks: async () => ({ webhooks: await listWebhooks(deps.db) }),
    createWebhook: ({ body }, context) => createWebhook(deps, body, requireCaller(context).userId),
    updateWebhook: async ({ params, body }, context) => ({
      webhook: await updateWebhook(deps, params.id, body, requireCaller(context).userId),
    }),
    renewWebhookSecret: ({ params }, context) => renewSecret(deps, params.id, requireCaller(context).userId),
    deleteWebhook: async ({ params }, context) => {
      await deleteWebhook(deps, params.id, requireCaller(context).userId);
      return {};
    },
    testWebhook: async ({ params }) => ({ delivery: await testWebhook(deps, params.id) }),
    listWebhookDeliveries: async ({ params, query }) => {
      await findWebhook(deps.db, params.id);
      return listDeliveries(deps.db, params.id, query ?? {});
    },
    repeatWebhookDelivery: async ({ params }, context) => ({
      delivery: await repeatDelivery(deps, params.id, params.event, requireCaller(context).userId),
    }),
  };
}
