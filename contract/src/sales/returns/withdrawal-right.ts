import type { Country } from '../../countries.ts';

/** Days from delivery in which a customer withdraws from the contract without a reason. */
export const withdrawalDays = 14;

/** Days from a withdrawal in which the store refunds it, or from the parcel or its proof if that comes later. */
export const withdrawalRefundDays = 14;

/** Countries whose customers have the right to withdraw: the European Union and the United Kingdom. */
export const withdrawalCountries: readonly Country[] = [
  ...(['Austria', 'Belgium', 'Bulgaria', 'Croatia', 'Cyprus', 'Czechia', 'Denmark', 'Estonia'] as const),
  ...(['Finland', 'France', 'Germany', 'Greece', 'Hungary', 'Ireland', 'Italy', 'Latvia'] as const),
  ...(['Lithuania', 'Luxembourg', 'Malta', 'Netherlands', 'Poland', 'Portugal', 'Romania'] as const),
  ...(['Slovakia', 'Slovenia', 'Spain', 'Sweden', 'United Kingdom'] as const),
];
