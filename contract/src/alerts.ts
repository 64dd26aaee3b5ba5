import { z } from 'zod';
import { endpoints, idParams, nothing } from './endpoint.ts';
import { email, reference } from './wire.ts';

export const alertKinds = ['back-in-stock', 'price-drop'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertInput = z
  .object({
    kind: z.enum(alertKinds, 'Choose what to be told'),
    /** Where to write to; a signed-in customer is written to at their own address. */
    email: email.optional(),
  })
  .meta({ id: 'AlertInput' });
export type AlertInput = z.output<typeof alertInput>;

export const alertEndpoints = endpoints({
  addAlert: {
    method: 'POST',
    path: '/products/:id/alerts',
    summary: 'Have one mail written when the product is back in stock, or when it costs less than now',
    access: 'visitor',
    rate: 'lookup',
    params: idParams,
    body: alertInput,
    response: z.object({ alert: z.object({ kind: z.enum(alertKinds), email: z.string() }) }),
    status: 201,
  },
  stopAlert: {
    method: 'DELETE',
    path: '/alerts/:token',
    summary: 'Stop an alert with the token of its mail; works once',
    access: 'public',
    rate: 'lookup',
    params: z.object({ token: reference }),
    response: nothing,
    message: 'You will not be written to about it',
  },
});
