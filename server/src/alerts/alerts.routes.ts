import type { alertEndpoints } from '@reprise/contract/alerts';
import { Problem } from '@reprise/contract/problem';
import type { CallContext, Handlers } from '../platform/http/endpoint.ts';
import { type AlertDeps, addAlert } from './add-alert.ts';
import { listOwnAlerts } from './alerts.queries.ts';
import { stopAlert, stopOwnAlert } from './stop-alert.ts';

export function alertHandlers(deps: AlertDeps): Handlers<typeof alertEndpoints> {
  return {
    addAlert: async ({ params, body }, { caller }) => ({
      alert: await addAlert(deps, params.id, body, caller),
    }),
    listOwnAlerts: async (_input, context) => ({ alerts: await listOwnAlerts(deps.db, userIdOf(context)) }),
    stopOwnAlert: async ({ params }, context) => {
      await stopOwnAlert(deps, userIdOf(context), params.id);
      return {};
    },
    stopAlert: async ({ params }) => {
      await stopAlert(deps, params.token);
      return {};
    },
  };
}

/** Returns the user id. The access check guarantees a caller; the throw narrows the type. */
function userIdOf({ caller }: CallContext): string {
  if (caller === null) throw new Problem('UNAUTHENTICATED', 'Please sign in.');
  return caller.userId;
}
