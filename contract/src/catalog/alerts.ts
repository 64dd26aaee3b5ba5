import { z } from 'zod';
import { endpoints, idParams, nothing } from '../endpoint.ts';
import { isoDateTime, mailAddress, money, queryString, reference } from '../wire.ts';
import { conditions } from './products/conditions.ts';

export const alertKinds = ['back-in-stock', 'price-drop'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertInput = z
  .object({
    kind: z.enum(alertKinds, 'Choose what to be notified about'),
    /** Email of a guest; ignored for signed-in customers. */
    email: mailAddress.optional(),
  })
  .meta({ id: 'AlertInput' });
export type AlertInput = z.output<typeof alertInput>;

/** Alert of a customer. */
export const ownAlert = z
  .object({
    id: z.string(),
    kind: z.enum(alertKinds),
    /** Price when the alert was set. */
    price: money,
    askedAt: isoDateTime,
    /** The offer: the alert is for this configuration in this condition. */
    product: z.object({
      name: z.string(),
      condition: z.enum(conditions),
      slug: z.string(),
      image: z.string().nullable(),
      price: money,
    }),
  })
  .meta({ id: 'OwnAlert' });
export type OwnAlert = z.output<typeof ownAlert>;

export const alertEndpoints = endpoints({
  listOwnAlerts: {
    method: 'GET',
    path: '/users/profile/alerts',
    summary: 'Alerts of the caller, newest first, at most 200',
    access: 'customer',
    rate: 'read',
    /** `product`: id of the product that the alerts concern. */
    query: z.object({ product: queryString(200) }),
    response: z.object({ alerts: z.array(ownAlert) }),
  },
  stopOwnAlert: {
    method: 'DELETE',
    path: '/users/profile/alerts/:id',
    summary: 'Delete an alert of the caller',
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: nothing,
    message: 'Alert deleted',
  },
  addAlert: {
    method: 'POST',
    path: '/products/:id/alerts',
    summary: 'Set an alert: one mail when the product is back in stock or its price drops',
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
    summary: 'Delete an alert with the token of its mail',
    access: 'public',
    rate: 'lookup',
    params: z.object({ token: reference }),
    response: nothing,
    message: 'Alert deleted',
  },
});
