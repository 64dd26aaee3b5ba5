import { z } from 'zod';
import { adapterLoader, returns } from '../../platform/adapters.ts';

/** Destination of an order; `country` is a code of two letters, `state` a code in the United States and Canada. */
export type TaxedPlace = { city: string; state: string; zipCode: string; country: string };

/**
 * Finds the sales tax of addresses. Call it outside of transactions only. Throws if there is no answer or the address is
 * not known: the rates of the settings count then.
 */
export type TaxService = {
  /** Returns the rate on goods in basis points, such as 887.5 for 8.875%; 0 where the shop collects nothing. */
  rateAt(place: TaxedPlace): Promise<number>;
};

export const loadTaxAdapter = adapterLoader<TaxService>('TAX_ADAPTER', { rateAt: returns(z.number()) });
