import { cartEndpoints } from '@reprise/contract/cart';
import { type Call, defineCall } from '../define-call.ts';

/** Current totals and availability of a cart: `POST /cart/check` */
export const checkCart: Call<typeof cartEndpoints.checkCart> = /* @__PURE__ */ defineCall(cartEndpoints.checkCart);

/** Cart of the caller, shared by all devices: `GET /cart` */
export const getCart: Call<typeof cartEndpoints.getCart> = /* @__PURE__ */ defineCall(cartEndpoints.getCart);

/** Replace the cart of the caller; products no longer sold are dropped: `PUT /cart` */
export const saveCart: Call<typeof cartEndpoints.saveCart> = /* @__PURE__ */ defineCall(cartEndpoints.saveCart);
