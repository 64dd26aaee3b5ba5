import type { auditEndpoints } from '@reprise/contract/operations/audit-log';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { listAudit } from './audit-log.queries.ts';
import { exportAudit } from './export-audit.ts';

export function auditHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof auditEndpoints> {
  return {
    listAudit: ({ query }) => listAudit(deps.db, query ?? {}),
    exportAudit: async ({ query }) => exportAudit(deps, query ?? {}),
  };
}
