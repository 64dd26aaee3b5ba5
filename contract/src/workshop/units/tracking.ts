import { z } from 'zod';
import { endpoints, idParams } from '../../endpoint.ts';

/** `quantity`: the stock is a count. `serial`: the stock is the listed devices less those that orders wait for. */
export const trackingModes = ['quantity', 'serial'] as const;
export type TrackingMode = (typeof trackingModes)[number];

/** Devices that a switch to `serial` can add at once. */
export const maxTrackedDevices = 5000;

export const productTracking = z
  .object({
    tracking: z.enum(trackingModes),
    stockCount: z.number().int(),
    /** Devices on sale. */
    listed: z.number().int(),
    /** Devices that open orders wait for. */
    waiting: z.number().int(),
    /** Devices on sale or packed without any number of their maker. */
    withoutNumber: z.number().int(),
  })
  .meta({ id: 'ProductTracking' });
export type ProductTracking = z.output<typeof productTracking>;

export const trackingEndpoints = endpoints({
  getTracking: {
    method: 'GET',
    path: '/products/:id/tracking',
    summary: 'Whether a product is tracked by device, with the number of its devices',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    params: idParams,
    response: z.object({ tracking: productTracking }),
  },
  setTracking: {
    method: 'PUT',
    path: '/products/:id/tracking',
    summary:
      'Track a product by device or by count. The stock does not change: to `serial`, each counted unit becomes a device without a number; back, the devices on sale leave the register',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    params: idParams,
    body: z.object({ tracking: z.enum(trackingModes, 'Choose how the product is tracked') }),
    response: z.object({ tracking: productTracking }),
  },
});
