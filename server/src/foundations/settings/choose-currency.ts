import { currencies } from '@reprise/contract/currencies';
import {
  type MoneySetting,
  moneySettings,
  type Settings,
  type SettingsInput,
} from '@reprise/contract/foundations/settings';
import { defaultCurrency } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import type { Tx } from '../../platform/database/database.ts';
import { findDemoLoad } from './demo-load.ts';
import { defaultSettings } from './settings.queries.ts';

/** Returns what the shop has that is counted in its currency; null while it can be chosen. Locks those tables. */
export type FindCountedRows = (tx: Tx) => Promise<string | null>;

/**
 * Throws for a currency that does not exist, one that can no longer be chosen, and amounts in the same call, which were
 * read in the currency before.
 */
export async function assertCurrencyOpen(
  tx: Tx,
  changes: SettingsInput,
  findCountedRows: FindCountedRows | undefined,
): Promise<void> {
  const { currency = '' } = changes;
  if (!currencies.has(currency))
    throw invalid('currency', `The shop knows no currency ${currency}. Choose one such as EUR, JPY or USD.`);
  const amount = [...moneySettings, 'shippingZones' as const, 'pickup' as const].find(
    (name) => changes[name] !== undefined,
  );
  if (amount) throw invalid(amount, 'Choose the currency first, save, and then enter the amounts in it.');
  if (await findDemoLoad(tx)) throw fixed('the demo', 'Remove the demo under First day');
  const rows = await findCountedRows?.(tx);
  if (rows) throw fixed(rows, 'Set up a new shop');
}

const fixed = (rows: string, way: string): Problem =>
  new Problem(
    'CURRENCY_FIXED',
    `The currency is fixed, because the shop has ${rows}. ${way} to sell in another currency.`,
    { errors: [{ field: 'currency', message: `Fixed, because the shop has ${rows}` }] },
  );

function invalid(field: string, message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field, message }] });
}

/**
 * Returns the amounts of the settings in a new currency: none but the defaults in US dollars, as nothing is converted. Zones
 * go with their rates, and the counter with its charge.
 */
export function amountsAfterChoice(currency: string): SettingsInput & { missingAmounts: MoneySetting[] } {
  const isDefault = currency === defaultCurrency.code;
  const amounts = moneySettings.map((name) => [name, isDefault ? defaultSettings[name] : 0]);
  const missingAmounts = isDefault ? [] : [...moneySettings];
  return { ...Object.fromEntries(amounts), shippingZones: [], pickup: null, missingAmounts };
}

/** Returns the amounts that are missing after a form with these fields was saved. */
export const stillMissing = ({ missingAmounts }: Settings, input: SettingsInput): MoneySetting[] =>
  missingAmounts.filter((name) => input[name] === undefined);
