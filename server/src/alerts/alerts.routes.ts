import type { alertEndpoints } from '@reprise/contract/alerts';
import type { Handlers } from '../platform/endpoint.ts';
import { type AlertDeps, addAlert } from './add-alert.ts';
import { stopAlert } from './stop-alert.ts';

export function alertHandlers(deps: AlertDeps): Handlers<typeof alertEndpoints> {
  return {
    addAlert: async ({ params, body }, { caller }) => ({
      alert: await addAlert(deps, params.id, body, caller),
    }),
    stopAlert: async ({ params }) => {
      await stopAlert(deps, params.token);
      return {};
    },
  };
}
