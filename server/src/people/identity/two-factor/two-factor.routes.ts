import type { twoFactorEndpoints } from '@reprise/contract/people/identity/two-factor';
import type { Deps } from '../../../deps.ts';
import type { Handlers } from '../../../platform/http/endpoint.ts';
import { requireCaller } from '../../../platform/http/require-caller.ts';
import { renewRecoveryCodes, resetTwoFactor, turnOffTwoFactor } from './end-two-factor.ts';
import { passTwoFactor } from './pass-two-factor.ts';
import { readTwoFactorState } from './second-factor.ts';
import { beginTwoFactor, confirmTwoFactor } from './set-up-two-factor.ts';

export function twoFactorHandlers(deps: Deps): Handlers<typeof twoFactorEndpoints> {
  return {
    passTwoFactor: ({ body }, context) => passTwoFactor(deps, body, context),
    getTwoFactor: async (_input, context) => ({
      twoFactor: await readTwoFactorState(deps.db, requireCaller(context)),
    }),
    beginTwoFactor: async ({ body }, context) => ({
      setup: await beginTwoFactor(deps, requireCaller(context), body),
    }),
    confirmTwoFactor: async ({ body }, context) => ({
      recoveryCodes: await confirmTwoFactor(deps, requireCaller(context), body.code),
    }),
    renewRecoveryCodes: async ({ body }, context) => ({
      recoveryCodes: await renewRecoveryCodes(deps, requireCaller(context), body),
    }),
    turnOffTwoFactor: async ({ body }, context) => {
      await turnOffTwoFactor(deps, requireCaller(context), body);
      return {};
    },
    resetTwoFactor: async ({ params }, context) => {
      await resetTwoFactor(deps, params.id, requireCaller(context).userId);
      return {};
    },
  };
}
