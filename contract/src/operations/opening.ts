import { z } from 'zod';
import { endpoints, nothing } from '../endpoint.ts';
import { isoDateTime } from '../wire.ts';

export const opening = z
  .object({
    /** Null until the owner opens the shop: visitors of its pages read "Opening soon". */
    openedAt: isoDateTime.nullable(),
  })
  .meta({ id: 'Opening' });
export type Opening = z.output<typeof opening>;

export const openingEndpoints = endpoints({
  getOpening: {
    method: 'GET',
    path: '/opening',
    summary: 'The time at which the shop was opened to visitors',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'read',
    response: z.object({ opening }),
  },
  openShop: {
    method: 'POST',
    path: '/opening',
    summary: 'Open the shop to visitors; it cannot be closed again, only for maintenance',
    access: 'admin',
    needs: 'settings.manage',
    rate: 'write',
    response: z.object({ opening }),
  },
  previewShop: {
    method: 'POST',
    path: '/opening/preview',
    summary: 'Set the cookie with which this browser sees the pages of a shop that is not open yet',
    access: 'admin',
    needs: 'catalog.manage',
    rate: 'write',
    response: nothing,
  },
});
