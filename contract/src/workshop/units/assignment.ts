import { z } from 'zod';
import { unitIds } from './unit.ts';

export const unitAssignment = z
  .object({
    ids: unitIds,
    to: z.enum(['me', 'nobody'], 'Choose who works on the devices'),
    /** Also those that another person works on. */
    takeOver: z.boolean().default(false),
  })
  .meta({ id: 'UnitAssignment' });
export type UnitAssignment = z.output<typeof unitAssignment>;
