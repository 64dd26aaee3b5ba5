import { discountEndpoints } from '@reprise/contract/discounts/discounts';
import { type Call, defineCall } from '../define-call.ts';

/** Totals of a cart with a discount code; reserves no use of the code: `POST /cart/discount` */
export const quoteDiscount: Call<typeof discountEndpoints.quoteDiscount> = /* @__PURE__ */ defineCall(discountEndpoints.quoteDiscount);

/** Discount codes, newest first: `GET /discounts` */
export const listDiscounts: Call<typeof discountEndpoints.listDiscounts> = /* @__PURE__ */ defineCall(discountEndpoints.listDiscounts);

/** Add a discount code: `POST /discounts` */
export const createDiscount: Call<typeof discountEndpoints.createDiscount> = /* @__PURE__ */ defineCall(discountEndpoints.createDiscount);

/** Change a discount code; orders that were placed with it stay as they are: `PUT /discounts/:id` */
export const updateDiscount: Call<typeof discountEndpoints.updateDiscount> = /* @__PURE__ */ defineCall(discountEndpoints.updateDiscount);

/** End a discount code now; orders that were placed with it stay as they are: `POST /discounts/:id/end` */
export const endDiscount: Call<typeof discountEndpoints.endDiscount> = /* @__PURE__ */ defineCall(discountEndpoints.endDiscount);
