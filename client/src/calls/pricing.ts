import { pricingEndpoints } from '@reprise/contract/units/pricing';
import { type Call, defineCall } from '../define-call.ts';

/** Price of the product that sells a device or would, with its sales, its margin and a suggestion: `GET /units/:id/pricing` */
export const getUnitPricing: Call<typeof pricingEndpoints.getUnitPricing> = /* @__PURE__ */ defineCall(pricingEndpoints.getUnitPricing);
