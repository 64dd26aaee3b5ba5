import { z } from 'zod';
import { countries } from '../countries.ts';
import { money, price, requiredText, unknownFields } from '../wire.ts';
import { priceNote } from './tax-fields.ts';
import { wholeNumber } from './whole-number.ts';

export const businessDays = wholeNumber(0, 60);
const amount = price('Enter an amount');

/** Field and message of a delivery that would end before it starts. */
export const reversedDays = {
  path: ['standardDaysFrom'],
  message: 'The first day must not be after the last',
};

export function isReversed(from: number | undefined, to: number | undefined): boolean {
  return from !== undefined && to !== undefined && from > to;
}

export const maxShippingZones = 50;

/** Countries with rates and days of their own. */
export const shippingZoneInput = z
  .strictObject(
    {
      name: requiredText(60, 'Enter a name for the zone'),
      countries: z
        .array(z.enum(countries, 'Choose a country of the list'))
        .min(1, 'Choose at least one country')
        .refine((names) => new Set(names).size === names.length, 'Choose each country once')
        .meta({ uniqueItems: true }),
      freeShippingThreshold: amount,
      standardShippingRate: amount,
      expressShippingRate: amount,
      standardDaysFrom: businessDays,
      standardDaysTo: businessDays,
      expressDays: businessDays,
      /** True if the checkout charges the rates of carriers in this zone. */
      carrierRates: z.boolean().default(false),
      /** Words beside prices in this zone; '' for “Prices include tax” or nothing. */
      priceNote: priceNote.optional(),
      /** True if prices that include tax lose that of the store where the rate of this zone's country is 0. */
      takesTaxOff: z.boolean().optional(),
    },
    unknownFields,
  )
  .refine(({ standardDaysFrom, standardDaysTo }) => !isReversed(standardDaysFrom, standardDaysTo), {
    ...reversedDays,
  })
  .meta({ id: 'ShippingZoneInput' });
export type ShippingZoneInput = z.output<typeof shippingZoneInput>;

export const shippingZone = z
  .object({
    name: z.string(),
    countries: z.array(z.enum(countries)),
    freeShippingThreshold: money,
    standardShippingRate: money,
    expressShippingRate: money,
    standardDaysFrom: z.number(),
    standardDaysTo: z.number(),
    expressDays: z.number(),
    carrierRates: z.boolean(),
    /** Missing: that of the settings. */
    priceNote: z.string().optional(),
    /** Missing: false. */
    takesTaxOff: z.boolean().optional(),
  })
  .meta({ id: 'ShippingZone' });
