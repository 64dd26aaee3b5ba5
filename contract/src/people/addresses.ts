import { z } from 'zod';
import { endpoints, idParams } from '../endpoint.ts';
import { addressFields, optionalParts, withRequiredParts } from '../sales/orders/shipping-address.ts';

/** Maximum number of addresses per account. */
export const addressLimit = 10;

const { email: _email, ...fields } = addressFields;
/** Preselected at checkout; the first address is always the default. */
const isDefault = z.boolean().optional();

/** Address as a form sends it. */
export const savedAddressForm = withRequiredParts(z.object({ ...fields, isDefault }));

export const savedAddressInput = withRequiredParts(z.object({ ...fields, ...optionalParts, isDefault })).meta(
  {
    id: 'SavedAddressInput',
  },
);
export type SavedAddressInput = z.output<typeof savedAddressInput>;

export const savedAddress = z
  .object({
    ...fields,
    id: z.string(),
    isDefault: z.boolean(),
    /** Lines after the name in the order of the country. */
    lines: z.array(z.string()),
  })
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
