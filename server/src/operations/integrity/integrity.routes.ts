import type { integrityEndpoints } from '@reprise/contract/operations/integrity';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { type IntegrityDeps, readLastCheck, runIntegrityChecks } from './run-integrity-checks.ts';

export function integrityHandlers(deps: IntegrityDeps): Handlers<typeof integrityEndpoints> {
  return {
    getIntegrityCheck: async () => ({ check: await readLastCheck(deps.db) }),
    runIntegrityChecks: async () => ({ check: await runIntegrityChecks(deps) }),
  };
}
