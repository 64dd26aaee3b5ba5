import { addressEndpoints } from '@reprise/contract/addresses';
import { type Call, defineCall } from '../define-call.ts';

/** Saved addresses of the caller, default first: `GET /users/profile/addresses` */
export const listAddresses: Call<typeof addressEndpoints.listAddresses> = /* @__PURE__ */ defineCall(addressEndpoints.listAddresses);

/** Save an address unless it is already saved: `POST /users/profile/addresses` */
export const addAddress: Call<typeof addressEndpoints.addAddress> = /* @__PURE__ */ defineCall(addressEndpoints.addAddress);

/** Change a saved address or make it the default: `PUT /users/profile/addresses/:id` */
export const changeAddress: Call<typeof addressEndpoints.changeAddress> = /* @__PURE__ */ defineCall(addressEndpoints.changeAddress);

/** Delete an address; if it was the default, the latest other one becomes the default: `DELETE /users/profile/addresses/:id` */
export const removeAddress: Call<typeof addressEndpoints.removeAddress> = /* @__PURE__ */ defineCall(addressEndpoints.removeAddress);
