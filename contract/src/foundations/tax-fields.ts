import { z } from 'zod';
import { countries } from '../countries.ts';
import { formatNumber } from '../formats.ts';
import { requiredText, text } from '../wire.ts';
import { shippingTaxes } from './tax-classes.ts';

const taxError = {
  error: () => `Enter a percentage from 0 to 50 with at most three decimals, such as ${formatNumber(8.875)}`,
};
/** Basis points with at most one decimal: 887.5 is 8.875%. */
const taxBasisPoints = z.number(taxError).min(0, taxError).max(5000, taxError).multipleOf(0.1, taxError);

export const maxTaxRates = 100;

/** Classes that the table has rates of; missing: standard. */
const taxClass = z.enum(['standard', 'reduced']).optional();

/** A rate of a country, or of one of its states by code or name. */
const taxRate = z.object({
  country: z.enum(countries, {
    error: () => `Enter each line as United States, California: ${formatNumber(7.25)}`,
  }),
  state: text(60),
  basisPoints: taxBasisPoints,
  taxClass,
  /** Day from which the rate counts, at midnight in the store's time zone; missing: always. */
  from: z.iso.date('Enter the day as 2027-01-31').optional(),
});

/** A rate as settings answer it. */
export const storedTaxRate = z.object({
  country: z.enum(countries),
  state: z.string(),
  basisPoints: z.number(),
  taxClass,
  from: z.string().optional(),
});

/** Longest text of the owner on invoices without tax. */
export const maxExemptionText = 200;

/** Words about tax and shipping beside prices. */
export const priceNote = text(60);

/** Settings of the tax as a form sends them. */
export const taxFields = {
  taxBasisPoints,
  /** Rates of countries and states, before the one of all other addresses; of two for one place the first counts. */
  taxRates: z.array(taxRate).max(maxTaxRates, `Enter at most ${maxTaxRates} rates`),
  /** True if prices and shipping rates include the tax. */
  pricesIncludeTax: z.boolean(),
  /** Words beside prices where the zone has none; '' for “Prices include tax” or nothing. */
  priceNote,
  shippingTax: z.enum(shippingTaxes, 'Choose automatic, taxed or untaxed'),
  /** True if goodwill refunds have the tax of goods, false if they have none. */
  goodwillTaxed: z.boolean(),
  /** True if businesses of other EU countries buy without tax, which needs the store's own VAT number. */
  exemptBusinesses: z.boolean(),
  /** Words about the exemption on their invoices. */
  exemptionText: requiredText(maxExemptionText, 'Invoices without tax must say why'),
  /** True if the checkout asks a tax service for the rate of each address; the rates above count without an answer. */
  taxByAddress: z.boolean(),
};
