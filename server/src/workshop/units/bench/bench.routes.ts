import type { benchEndpoints } from '@reprise/contract/workshop/units/bench';
import type { repairEndpoints } from '@reprise/contract/workshop/units/repairs';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { repairHandlers } from '../repairs/repairs.routes.ts';
import { findUnit } from '../unit.queries.ts';
import { findUnitBench } from './bench.queries.ts';
import { recordChecks } from './record-checks.ts';
import { recordGrading } from './record-grading.ts';
import { recordTest } from './record-test.ts';
import { recordWipes } from './record-wipes.ts';
import { verifyWipe } from './verify-wipe.ts';

export function benchHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'jobs' | 'shortages'>,
): Handlers<typeof benchEndpoints & typeof repairEndpoints> {
  const read = async (id: string) => ({
    unit: await findUnit(deps.db, id),
    bench: await findUnitBench(deps.db, id),
  });
  return {
    ...repairHandlers(deps),
    getUnitBench: async ({ params }) => ({ bench: await findUnitBench(deps.db, params.id) }),
    recordUnitChecks: async ({ params, body }, context) =>
      read(await recordChecks(deps, params.id, body, requireCaller(context).userId)),
    recordUnitWipes: async ({ body }, context) => ({
      outcomes: await recordWipes(deps, body, requireCaller(context).userId),
    }),
    verifyUnitWipe: async ({ params, body }, context) =>
      read(await verifyWipe(deps, params.id, body, requireCaller(context).userId)),
    recordUnitTest: async ({ params, body }, context) =>
      read(
        await recordTest(deps, params.id, body, {
          actorId: requireCaller(context).userId,
          key: context.idempotencyKey,
        }),
      ),
    recordUnitGrading: async ({ params, body }, context) =>
      read(
        await recordGrading(deps, params.id, body, {
          actorId: requireCaller(context).userId,
          key: context.idempotencyKey,
        }),
      ),
  };
}
