import { z } from 'zod';
import { identifierKinds } from './identifiers.ts';
import { modelChoice, unit } from './unit.ts';

export const scanResult = z
  .object({
    kind: z.enum(['unit', 'place', 'identifier', 'model', 'fault']),
    /** The code in its canonical form. */
    value: z.string(),
    /** Kind of an identifier; null for other codes. */
    identifier: z.enum(identifierKinds).nullable(),
    /** Why the code cannot be used and what to do; '' if it can. */
    fault: z.string(),
    /** Units that have or had this number or identifier, those in hand first. */
    units: z.array(unit),
    /** Units with an identifier that ends with the code. */
    ending: z.array(unit),
    /** Models that the barcode of the box or the IMEI may stand for; none for a device that is here. */
    models: z.array(modelChoice),
  })
  .meta({ id: 'ScanResult' });
export type ScanResult = z.output<typeof scanResult>;
