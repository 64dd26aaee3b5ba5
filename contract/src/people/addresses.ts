import { z } from 'zod';
import { endpoints, idParams } from '../endpoint.ts';
import { shippingAddressInput } from '../sales/orders/order.ts';

/** Maximum number of addresses per account. */
export const addressLimit = 10;

const fields = shippingAddressInput.omit({ email: true });

export const savedAddressInput = fields
  .extend({
    /** Preselected at checkout; the first address is always the default. */
    isDefault: z.boolean().optional(),
  })
  .meta({ id: 'SavedAddressInput' });
export type SavedAddressInput = z.output<typeof savedAddressInput>;

export const savedAddress = fields
  .extend({ id: z.string(), isDefault: z.boolean() })
  .meta({ id: 'SavedAddress' });
export type SavedAddress = z.output<typeof savedAddress>;

/** All addresses, default first. */
const list = z.object({ addresses: z.array(savedAddress) });

export const addressEndpoints = endpoints({
  listAddresses: {
    method: 'GET',
    path: '/users/profile/addresses',
    summary: 'Saved addresses of the caller, default first',
    access: 'customer',
    rate: 'read',
    response: list,
  },
  addAddress: {
    method: 'POST',
    path: '/users/profile/addresses',
    summary: 'Save an address unless it is already saved',
    access: 'customer',
    rate: 'write',
    body: savedAddressInput,
    response: list,
    status: 201,
    message: 'Address saved',
  },
  changeAddress: {
    method: 'PUT',
    path: '/users/profile/addresses/:id',
    summary: 'Change a saved address or make it the default',
    access: 'customer',
    rate: 'write',
    params: idParams,
    body: savedAddressInput,
    response: list,
    message: 'Address saved',
  },
  removeAddress: {
    method: 'DELETE',
    path: '/users/profile/addresses/:id',
    summary: 'Delete an address; if it was the default, the latest other one becomes the default',
    access: 'customer',
    rate: 'write',
    params: idParams,
    response: list,
    message: 'Address removed',
  },
});
