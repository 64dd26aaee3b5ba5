import { z } from 'zod';
import { formatNames, papers, weekStarts } from '../formats.ts';

/** Order of day and month, hours of the clock and marks in numbers, for people: the API does not follow them. */
export const formatFields = {
  format: z.enum(formatNames, 'Choose a format of the list'),
  weekStartsOn: z.enum(weekStarts, 'Choose Sunday, Monday or Saturday'),
  /** Paper of invoices, packing slips and lists. */
  paper: z.enum(papers, 'Choose Letter or A4'),
};
