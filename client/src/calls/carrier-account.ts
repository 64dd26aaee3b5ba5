import { carrierAccountEndpoints } from '@reprise/contract/shipping/carrier-account';
import { type Call, defineCall } from '../define-call.ts';

/** Account that buys shipping labels, the sender and the packaging: `GET /shipping/account` */
export const getCarrierAccount: Call<typeof carrierAccountEndpoints.getCarrierAccount> = /* @__PURE__ */ defineCall(carrierAccountEndpoints.getCarrierAccount);

/** Check the key and the address of the sender at EasyPost and store them; the key is encrypted: `PUT /shipping/account` */
export const setCarrierAccount: Call<typeof carrierAccountEndpoints.setCarrierAccount> = /* @__PURE__ */ defineCall(carrierAccountEndpoints.setCarrierAccount);

/** Remove the account; labels that were bought stay valid: `DELETE /shipping/account` */
export const removeCarrierAccount: Call<typeof carrierAccountEndpoints.removeCarrierAccount> = /* @__PURE__ */ defineCall(carrierAccountEndpoints.removeCarrierAccount);
