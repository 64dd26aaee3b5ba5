import { z } from 'zod';
import { formatNumber } from '../../../formats.ts';
import { dateTimeInput, positivePrice, unknownFields } from '../../../wire.ts';

/** Ending of a computed price: any amount, a whole one, or the largest below a whole one such as 0.99. */
export const priceEndings = ['exact', 'whole', 'ninety-nine'] as const;
export type PriceEnding = (typeof priceEndings)[number];

const saleTimes = {
  /** Blank to start now. */
  startsAt: dateTimeInput('Enter a date and a time').nullish(),
  endsAt: dateTimeInput('Enter the date and time of the end'),
};
const percentOff = z
  .number('Enter a percentage such as 20')
  .min(0.1, { error: () => `At least ${formatNumber(0.1)}% off` })
  .max(95, 'At most 95% off');

/** Sale by a percentage for a time; at its end the prices before it return. */
export const sale = z.strictObject(
  { kind: z.literal('sale'), percentOff, ending: z.enum(priceEndings), ...saleTimes },
  unknownFields,
);
/** Same at a price. */
export const fixedSale = z.strictObject(
  {
    kind: z.literal('sale-price'),
    price: positivePrice('Enter a price', 'Enter a price above 0'),
    ...saleTimes,
  },
  unknownFields,
);
export type SaleChange = z.output<typeof sale> | z.output<typeof fixedSale>;
