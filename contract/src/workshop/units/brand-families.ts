import { z } from 'zod';

/** Families that a new model can join. */
export const brandFamilies = z
  .object({
    families: z.array(z.object({ id: z.string(), name: z.string(), configurationCount: z.number().int() })),
    /** Id of the family whose name differs from the model's only in storage, color and the like; null without one. */
    suggested: z.string().nullable(),
  })
  .meta({ id: 'BrandFamilies' });
export type BrandFamilies = z.output<typeof brandFamilies>;
