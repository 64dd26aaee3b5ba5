import type { Settings } from '@reprise/contract/foundations/settings';
import { Problem } from '@reprise/contract/problem';

/** Throws in a store whose shipping rates are missing: its orders would ship for nothing. */
export function assertShippingRates(settings: Settings): void {
  if (!settings.lacksShippingRates) return;
  throw new Problem(
    'NOT_TAKING_ORDERS',
    'This store cannot take orders yet: it has no shipping rates. The owner enters them in the settings.',
  );
}

/** The same for an order whose shipping staff can set by hand. */
export function assertShippingRatesOrCharge(settings: Settings, charge: number | null): void {
  if (charge !== null || !settings.lacksShippingRates) return;
  const message =
    'This store has no shipping rates. Set the shipping by hand, or enter the rates in Settings.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'shipping', message }] });
}
