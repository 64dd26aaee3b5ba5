import { z } from 'zod';
import { formatNumber } from '../formats.ts';

/** Whole number whose message states the bounds, as the form's label states the unit. */
export function wholeNumber(min: number, max: number) {
  const error = () => `Enter a whole number from ${min} to ${formatNumber(max)}`;
  return z.int({ error }).min(min, { error }).max(max, { error });
}
