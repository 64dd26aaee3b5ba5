import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import { withRatesOfToday } from '../rates-of-today.ts';
import { readSettings } from '../settings.queries.ts';
import { invalidateSettings } from '../settings.tags.ts';

/**
 * Returns a periodic task that invalidates all cached pages when a tax rate begins: they would show the rate of the day
 * before for up to eleven minutes past midnight. The first run of a process only remembers the rates.
 */
export function createTaxRateWatch({ db, now }: Pick<Deps, 'db' | 'now'>): () => Promise<void> {
  let ratesBefore: string | undefined;
  return async () => {
    const { taxRates } = withRatesOfToday(await readSettings(db), now());
    const rates = JSON.stringify(taxRates);
    if (ratesBefore !== undefined && rates !== ratesBefore)
      await inTransaction(db, async (tx) => invalidateSettings(tx));
    ratesBefore = rates;
  };
}
