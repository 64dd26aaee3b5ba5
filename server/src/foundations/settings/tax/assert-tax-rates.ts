import type { Settings, SettingsInput } from '@reprise/contract/foundations/settings';
import type { TaxRate } from '@reprise/contract/foundations/tax-rates';
import { Problem } from '@reprise/contract/problem';
import { isKnownState, statesOf } from '@reprise/contract/sales/orders/states';
import { countTypos } from '../../../platform/similar-words.ts';

/** Throws for a rate of a state that its country does not have: it would never apply, and its orders go untaxed. */
export function assertTaxRates({ taxRates = [] }: Pick<SettingsInput, 'taxRates'>): void {
  const [message] = stateFaults(taxRates);
  if (message !== undefined)
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'taxRates', message }] });
}

/** Returns the settings with a sentence for each stored rate of a state that its country does not have. */
export function withTaxRateFaults<S extends Pick<Settings, 'taxRates'>>(settings: S): S {
  const taxRateFaults = stateFaults(settings.taxRates).map((fault) => `Never applies: ${fault}`);
  return taxRateFaults.length === 0 ? settings : { ...settings, taxRateFaults };
}

/** Countries without a list of states accept any text. */
function stateFaults(taxRates: TaxRate[]): string[] {
  return taxRates
    .filter(({ country, state }) => state !== '' && !isKnownState(country, state, ''))
    .map(
      ({ country, state }) =>
        `${country} has no state “${state}”. Did you mean ${nearestState(country, state)}?`,
    );
}

function nearestState(country: string, state: string): string {
  const typed = [...state.toLowerCase()];
  const measured = statesOf(country).map(([, name]) => ({
    name,
    typos: countTypos(typed, [...name.toLowerCase()]),
  }));
  return measured.toSorted((a, b) => a.typos - b.typos)[0]?.name ?? '';
}
