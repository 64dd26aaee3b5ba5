import type { auditEndpoints } from '@reprise/contract/operations/audit-log';
import type { Deps } from '../deps.ts';
import { listAudit } from '../operations/audit-log/audit-log.queries.ts';
import { exportAudit } from '../operations/audit-log/export-audit.ts';
import type { Handlers } from '../platform/http/endpoint.ts';

export function auditHandlers(deps: Pick<Deps, 'db' | 'now'>): Handlers<typeof auditEndpoints> {
  return {
    listAudit: ({ query }) => listAudit(deps.db, query ?? {}),
    exportAudit: async ({ query }) => exportAudit(deps, query ?? {}),
  };
}
