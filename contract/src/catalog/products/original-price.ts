import { z } from 'zod';

/** Date of the price when new: `today`, a month, or '' for none. */
export const newPriceDate = z
  .string()
  .trim()
  .regex(/^(today|[0-9]{4}-(0[1-9]|1[0-2]))?$/, 'Write today, or the month as 2021-09');

type PricePair = { price?: number | null | undefined; originalPrice?: number | null | undefined };

// 0, null and absent all mean "no original price".
export const originalNotBelowPrice = (value: PricePair) =>
  !value.originalPrice || value.originalPrice >= (value.price ?? 0);
export const originalBelowPrice = {
  path: ['originalPrice'],
  message: 'Original price must not be below the price',
};
