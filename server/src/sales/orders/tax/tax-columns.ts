import { cents } from '@reprise/contract/money';
import {
  type AppliedTax,
  type QuotedLines,
  type Rates,
  type TaxOff,
  taxesShipping,
  toTenths,
} from '@reprise/contract/sales/orders/pricing';
import type { OrderRow } from '../orders.queries.ts';

type TaxColumns = Pick<OrderRow, 'taxRateTenths' | 'reducedTaxRateTenths' | 'taxIncluded'> &
  Pick<OrderRow, 'shippingTaxCents' | 'shippingTaxRateTenths'>;

/** Returns the rates and the shipping tax of an order as its row stores them. */
export function taxColumns(
  { taxBasisPoints, reducedBasisPoints, pricesIncludeTax }: Rates,
  { shippingTax }: Pick<QuotedLines, 'shippingTax'>,
) {
  return {
    taxRateTenths: toTenths(taxBasisPoints),
    reducedTaxRateTenths: reducedBasisPoints === undefined ? null : toTenths(reducedBasisPoints),
    taxIncluded: pricesIncludeTax,
    shippingTaxCents: shippingTax?.tax ?? cents(0),
    shippingTaxRateTenths: shippingTax ? toTenths(shippingTax.basisPoints) : null,
  } satisfies TaxColumns;
}

/** Returns the tax of a line as its row stores it. */
export function lineTaxColumns(applied: AppliedTax | undefined) {
  return {
    taxCents: applied?.tax ?? null,
    taxRateTenths: applied ? toTenths(applied.basisPoints) : null,
  };
}

/** Returns the rates of the tax that is taken off an order as its row stores them. */
export function taxOffColumns({ taxOff, pricesIncludeTax }: Rates) {
  const { taxBasisPoints, reducedBasisPoints } = (pricesIncludeTax && taxOff) || {};
  return {
    taxOffTenths: taxBasisPoints === undefined ? null : toTenths(taxBasisPoints),
    reducedTaxOffTenths: reducedBasisPoints === undefined ? null : toTenths(reducedBasisPoints),
  };
}

/** Returns the rates of the tax that was taken off an order; undefined if none was. */
export function storedTaxOff({ taxOffTenths, reducedTaxOffTenths }: TaxOffColumns): TaxOff | undefined {
  if (taxOffTenths === null) return undefined;
  return {
    taxBasisPoints: taxOffTenths / 10,
    ...(reducedTaxOffTenths !== null && { reducedBasisPoints: reducedTaxOffTenths / 10 }),
  };
}

type TaxOffColumns = Pick<OrderRow, 'taxOffTenths' | 'reducedTaxOffTenths'>;

/** Returns the rates that an order was placed with; null if it is older than its stored rate. */
export function storedTaxRates(row: TaxColumns): TaxRates | null {
  const { taxRateTenths, reducedTaxRateTenths, taxIncluded, shippingTaxCents, shippingTaxRateTenths } = row;
  if (taxRateTenths === null) return null;
  const isShippingTaxed = shippingTaxCents === null ? taxIncluded : shippingTaxRateTenths !== null;
  return {
    taxBasisPoints: taxRateTenths / 10,
    ...(reducedTaxRateTenths !== null && { reducedBasisPoints: reducedTaxRateTenths / 10 }),
    pricesIncludeTax: taxIncluded,
    shippingTax: isShippingTaxed ? 'taxed' : 'untaxed',
  };
}

export type TaxRates = Pick<
  Rates,
  'taxBasisPoints' | 'reducedBasisPoints' | 'pricesIncludeTax' | 'shippingTax'
>;

/** Returns only what of the rates decides the tax. */
export function taxRatesOf(rates: Rates): TaxRates {
  const { taxBasisPoints, reducedBasisPoints, pricesIncludeTax } = rates;
  return {
    taxBasisPoints,
    reducedBasisPoints,
    pricesIncludeTax,
    shippingTax: taxesShipping(rates) ? 'taxed' : 'untaxed',
  };
}
