import { actionNeeds, type unitActEndpoints } from '@reprise/contract/workshop/units/acts';
import type { Deps } from '../../../deps.ts';
import { assertPermission, type Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { runUnitAct } from './run-unit-act.ts';
import { startUnitAct } from './start-unit-act.ts';

export function unitActHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'alerts' | 'jobs' | 'shortages'>,
): Handlers<typeof unitActEndpoints> {
  return {
    startUnitAct: async ({ body }, context) => {
      const caller = requireCaller(context);
      assertPermission(caller, actionNeeds[body.kind]);
      const starter = { actorId: caller.userId, key: context.idempotencyKey };
      return { act: await startUnitAct(deps, body, starter) };
    },
    runUnitAct: async ({ params, body }, context) => ({
      outcomes: await runUnitAct(deps, params.id, body.ids, requireCaller(context)),
    }),
  };
}
