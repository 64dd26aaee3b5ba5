import { z } from 'zod';
import { endpoints } from '../endpoint.ts';
import { dateTimeInput, isoDateTime, text, unknownFields } from '../wire.ts';

/** Sentence for customers when the store wrote none. */
export const maintenanceSentence =
  'The shop is closed for maintenance and will be back soon. Your cart is safe.';

export const maintenance = z
  .object({
    /** Null while the shop is open. */
    since: isoDateTime.nullable(),
    /** Sentence for customers; '' for the default one. */
    message: z.string(),
    /** Expected end; null if unknown. The shop does not open by itself. */
    until: isoDateTime.nullable(),
  })
  .meta({ id: 'Maintenance' });
export type Maintenance = z.output<typeof maintenance>;

export const maintenanceEndpoints = endpoints({
  getMaintenance: {
    method: 'GET',
    path: '/maintenance',
    summary: 'Whether the shop is closed for maintenance',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'read',
    response: z.object({ maintenance }),
  },
  setMaintenance: {
    method: 'PUT',
    path: '/maintenance',
    summary:
      'Close the shop for maintenance or open it: pages and API answer 503 meanwhile, but for health checks, payment events, sign-in and staff',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    stepUp: true,
    body: z
      .strictObject(
        {
          on: z.boolean(),
          message: text(300).default(''),
          until: dateTimeInput('Enter a date and a time').nullish(),
        },
        unknownFields,
      )
      .meta({ id: 'MaintenanceInput' }),
    response: z.object({ maintenance }),
  },
});
