import type { maintenanceEndpoints } from '@reprise/contract/operations/maintenance';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { readMaintenance } from './maintenance-state.ts';
import { setMaintenance } from './set-maintenance.ts';

export function maintenanceHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof maintenanceEndpoints> {
  return {
    getMaintenance: async () => ({ maintenance: await readMaintenance(deps.db) }),
    setMaintenance: async ({ body }, context) => ({
      maintenance: await setMaintenance(deps, body, requireCaller(context).userId),
    }),
  };
}
