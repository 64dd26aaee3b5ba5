import type { alertEndpoints } from '@reprise/contract/catalog/alerts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { type AlertDeps, addAlert } from './add-alert.ts';
import { listOwnAlerts } from './alerts.queries.ts';
import { stopAlert, stopOwnAlert } from './stop-alert.ts';

export function alertHandlers(deps: AlertDeps): Handlers<typeof alertEndpoints> {
  return {
    addAlert: async ({ params, body }, { caller }) => ({
      alert: await addAlert(deps, params.id, body, caller),
    }),
    listOwnAlerts: async ({ query }, context) => ({
      alerts: await listOwnAlerts(deps.db, requireCaller(context).userId, query?.product),
    }),
    stopOwnAlert: async ({ params }, context) => {
      await stopOwnAlert(deps, requireCaller(context).userId, params.id);
      return {};
    },
    stopAlert: async ({ params }) => {
      await stopAlert(deps, params.token);
      return {};
    },
  };
}
