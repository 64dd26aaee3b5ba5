import type { settingsEndpoints } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';
import { type RedirectMethod, redirectMethods } from '@reprise/contract/sales/payments/payment-methods';
import type { Deps } from '../../deps.ts';
import { findAdapterCurrencyFault } from '../../platform/adapters.ts';
import type { Handlers } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { withProcessor } from './payment-keys.ts';
import { withShownRates } from './rates-of-today.ts';
import { removeLogo, setLogo } from './set-logo.ts';
import { readPublicSettings, readSettings } from './settings.queries.ts';
import { withTaxRateFaults } from './tax/assert-tax-rates.ts';
import { type SettingsEffects, updateSettings } from './update-settings.ts';

/** `assertMethodAvailable` throws if the payment processor does not accept the method. */
export function settingsHandlers(
  deps: Pick<Deps, 'db' | 'now' | 'environment' | 'storage'>,
  assertMethodAvailable: (method: RedirectMethod) => Promise<void>,
  effects: SettingsEffects,
): Handlers<typeof settingsEndpoints> {
  return {
    getPublicSettings: async () => ({
      settings: withShownRates(await withProcessor(deps, await readPublicSettings(deps.db)), deps.now()),
    }),
    getSettings: async () => ({
      settings: withTaxRateFaults(await withProcessor(deps, await readSettings(deps.db))),
    }),
    updateSettings: async ({ body }, context) => {
      const before = await readSettings(deps.db);
      for (const method of redirectMethods) {
        if (body[`${method}Enabled`] && !before[`${method}Enabled`]) await assertMethodAvailable(method);
      }
      if (body.currency !== undefined && body.currency !== before.currency)
        await assertAdaptersTake(deps.environment, body.currency);
      await updateSettings(deps, body, context.caller, effects);
      // Read after the commit, which may have changed the currency of the response.
      const settings = await readSettings(deps.db);
      return { settings: withTaxRateFaults(await withProcessor(deps, settings)) };
    },
    setLogo: async ({ params }, context) => ({
      logo: await setLogo(deps, params.variant, context.files[0]?.bytes, requireCaller(context).userId),
    }),
    removeLogo: async ({ params }, context) => ({
      logo: await removeLogo(deps, params.variant, requireCaller(context).userId),
    }),
  };
}

/** Throws for a currency that an adapter of the environment does not take. */
async function assertAdaptersTake(environment: Deps['environment'], currency: string): Promise<void> {
  const message = await findAdapterCurrencyFault(environment, currency);
  if (message !== null) {
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'currency', message }] });
  }
}
