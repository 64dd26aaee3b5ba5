import { checkoutRateEndpoints } from '@reprise/contract/shipping/checkout-rates';
import { type Call, defineCall } from '../define-call.ts';

/** Shipping rates of the carriers and tax of a tax service for a cart at an address; null where the settings count, as in a shop that asks neither or while they do not answer: `POST /orders/shipping-quote` */
export const quoteShipping: Call<typeof checkoutRateEndpoints.quoteShipping> = /* @__PURE__ */ defineCall(checkoutRateEndpoints.quoteShipping);
