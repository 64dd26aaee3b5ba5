import type { settingsEndpoints } from '@reprise/contract/foundations/settings';
import { type RedirectMethod, redirectMethods } from '@reprise/contract/sales/payments/payment-methods';
import type { Deps } from '../../deps.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { withProcessor } from './payment-keys.ts';
import { removeLogo, setLogo } from './set-logo.ts';
import { readPublicSettings, readSettings } from './settings.queries.ts';
import { type SettingsEffects, updateSettings } from './update-settings.ts';

/** `assertMethodAvailable` throws if the payment processor does not accept the method. */
export function settingsHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'environment' | 'storage'>,
  assertMethodAvailable: (method: RedirectMethod) => Promise<void>,
  effects: SettingsEffects,
): Handlers<typeof settingsEndpoints> {
  return {
    getPublicSettings: async () => ({
      settings: await withProcessor(deps, await readPublicSettings(deps.db)),
    }),
    getSettings: async () => ({
      settings: await withProcessor(deps, await readSettings(deps.db)),
    }),
    updateSettings: async ({ body }, context) => {
      const before = await readSettings(deps.db);
      for (const method of redirectMethods) {
        if (body[`${method}Enabled`] && !before[`${method}Enabled`]) await assertMethodAvailable(method);
      }
      const settings = await updateSettings(deps, body, context.caller, effects);
      return { settings: await withProcessor(deps, settings) };
    },
    setLogo: async ({ params }, context) => ({
      logo: await setLogo(deps, params.variant, context.files[0]?.bytes, requireCaller(context).userId),
    }),
    removeLogo: async ({ params }, context) => ({
      logo: await removeLogo(deps, params.variant, requireCaller(context).userId),
    }),
  };
}
