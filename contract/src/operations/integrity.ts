import { z } from 'zod';
import { endpoints } from '../endpoint.ts';

/** Integrity check of stock, ledger, orders, payments, jobs and images. */
export const integrityCheck = z
  .object({
    checkedAt: z.iso.datetime(),
    tookMs: z.number().int(),
    /** Empty if all checks pass. `examples` are at most five ids. */
    broken: z.array(z.object({ what: z.string(), count: z.number().int(), examples: z.array(z.string()) })),
  })
  .meta({ id: 'IntegrityCheck' });
export type IntegrityCheck = z.output<typeof integrityCheck>;

const lastCheck = z.object({ check: integrityCheck.nullable() });

export const integrityEndpoints = endpoints({
  getIntegrityCheck: {
    method: 'GET',
    path: '/integrity/checks',
    summary: 'Result of the last integrity check',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'read',
    response: lastCheck,
  },
  runIntegrityChecks: {
    method: 'POST',
    path: '/integrity/checks',
    summary: 'Run the integrity checks now',
    access: 'admin',
    needs: 'operations.manage',
    rate: 'write',
    response: lastCheck,
  },
});
