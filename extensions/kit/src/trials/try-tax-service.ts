import { checkedAdapter, faultOf } from '../adapter-shape.ts';
import { type TaxedPlace, type TaxService, taxServiceShape } from '../tax-service.ts';
import { brokenRules, thrownBy } from './broken-rules.ts';

/** Asks for the rate of a taxed place, of one without tax and of one that does not exist; returns the broken rules. */
export async function tryTaxService(
  adapter: TaxService,
  places: { taxed: TaxedPlace; untaxed: TaxedPlace; unknown: TaxedPlace },
): Promise<string[]> {
  const fault = faultOf<TaxService>(adapter, taxServiceShape);
  if (fault !== null) return [fault];
  const service = checkedAdapter<TaxService>('The tax service', adapter, taxServiceShape);
  return brokenRules({
    'returns a rate in basis points': async () => {
      const rate = await service.rateAt(places.taxed);
      return rate >= 1 && rate <= 5000;
    },
    'returns 0 where the shop collects nothing': async () => (await service.rateAt(places.untaxed)) === 0,
    'throws for a place that is not known': async () =>
      (await thrownBy(() => service.rateAt(places.unknown))) !== undefined,
  });
}
