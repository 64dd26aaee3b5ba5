import { z } from 'zod';
import { money } from '../../wire.ts';

/** How a search was understood. */
export const searchInterpretation = z
  .object({
    /** Query without its typos and without `missingWords`; null if it had no typos. */
    correctedQuery: z.string().nullable(),
    /** Typed words that the products do not match, because no product matches all of them. */
    missingWords: z.array(z.string()),
    /** Model that the query names and the shop does not have, as typed, such as "iphone 12". */
    unavailable: z.string().optional(),
    /** Price range that the query names, and that the list is limited to. */
    price: z.object({ minPrice: money.optional(), maxPrice: money.optional() }).optional(),
    /** Words to highlight, in the singular and in lower case. */
    matchedWords: z.array(z.string()),
  })
  .meta({ id: 'SearchInterpretation' });
export type SearchInterpretation = z.output<typeof searchInterpretation>;

/** "fuzzy" if unknown words were replaced by similar ones, "partial" if some words were left out. */
export const searchMatch = z.enum(['exact', 'partial', 'fuzzy']);
