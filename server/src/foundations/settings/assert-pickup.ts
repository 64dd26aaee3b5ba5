import type { Settings, SettingsInput } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';
import { lacksTaxedState } from '@reprise/contract/sales/orders/tax';

/** Throws for a counter in a state that cannot be told and has a tax rate of its own. */
export function assertPickup(before: Pick<Settings, 'pickup' | 'taxRates'>, changes: SettingsInput): void {
  const { pickup = before.pickup, taxRates = before.taxRates } = changes;
  if (!pickup || (changes.pickup === undefined && changes.taxRates === undefined)) return;
  if (!lacksTaxedState({ taxRates }, pickup)) return;
  const [field, message] =
    changes.pickup === undefined
      ? [
          'taxRates',
          'The counter is in a state that cannot be told. Enter it there by its name or code first.',
        ]
      : ['pickup.state', 'Enter the state by its name or code. The tax depends on it.'];
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}
