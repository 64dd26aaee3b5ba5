import type { settingsEndpoints } from '@reprise/contract/settings';
import type { Deps } from '../platform/deps.ts';
import type { Handlers } from '../platform/endpoint.ts';
import { withPaymentKeys } from './payment-keys.ts';
import { readPublicSettings, readSettings } from './settings.queries.ts';
import { updateSettings } from './update-settings.ts';

export function settingsHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'environment'>,
): Handlers<typeof settingsEndpoints> {
  return {
    getPublicSettings: async () => ({
      settings: withPaymentKeys(await readPublicSettings(deps.db), deps.environment),
    }),
    getSettings: async () => ({
      settings: withPaymentKeys(await readSettings(deps.db), deps.environment),
    }),
    updateSettings: async ({ body }, context) => ({
      settings: withPaymentKeys(
        await updateSettings(deps, body, context.caller?.userId ?? null),
        deps.environment,
      ),
    }),
  };
}
