import { z } from 'zod';
import { type AdapterShape, makes, returns, value } from './adapter-shape.ts';
import { currenciesShape, type TakesCurrencies } from './currencies.ts';

/** Destination of an order; `country` is a code of two letters, `state` a code in the United States and Canada. */
export type TaxedPlace = { city: string; state: string; zipCode: string; country: string };

/**
 * Finds the sales tax of addresses. Call it outside of transactions only. Throws if there is no answer or the address is
 * not known: the rates of the settings count then.
 */
export type TaxService = TakesCurrencies & {
  /** Returns the rate on goods in basis points, such as 887.5 for 8.875%; 0 where the shop collects nothing. */
  rateAt(place: TaxedPlace): Promise<number>;
};

/** A service of the processor that takes the shop's cards. `apiUrl`: of a stand-in; undefined for the processor itself. */
export type TaxProvider = TakesCurrencies & {
  name: string;
  open(access: { secretKey: string; apiUrl: string | undefined }): TaxService;
};

export const taxServiceShape = {
  currencies: currenciesShape,
  rateAt: returns(z.number()),
} satisfies AdapterShape<TaxService>;

export const taxProviderShape = {
  currencies: currenciesShape,
  name: value(z.string().min(1)),
  open: makes<TaxService>(taxServiceShape),
} satisfies AdapterShape<TaxProvider>;
