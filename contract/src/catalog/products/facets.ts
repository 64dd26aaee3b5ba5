import { z } from 'zod';
import { money } from '../../wire.ts';
import { conditions, origins } from './conditions.ts';
import { optionFacets } from './list-options.ts';

const count = z.number().int();
export const facets = z
  .object({
    categories: z.array(z.object({ id: z.string(), name: z.string(), slug: z.string(), count })),
    brands: z.array(z.object({ name: z.string(), count })),
    conditions: z.array(z.object({ value: z.enum(conditions), count })),
    origins: z.array(z.object({ value: z.enum(origins), count })),
    /** True if the shop sells a condition from several origins: only then a choice of origins says more than one of conditions. Set for `show`. */
    hasMixedOrigins: z.boolean().optional(),
    inStock: count,
    price: z.object({ min: money, max: money }),
    /** True if some counts are lower bounds, because a search engine returned its best matches only. */
    atLeast: z.boolean(),
    /** Set for `show` in a category, and where an option is chosen. */
    options: optionFacets.optional(),
  })
  .meta({ id: 'Facets' });
export type Facets = z.output<typeof facets>;
