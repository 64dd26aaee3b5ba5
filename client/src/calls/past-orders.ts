import { pastOrderEndpoints } from '@reprise/contract/orders/past-orders';
import { type Call, defineCall, type Upload, defineUpload } from '../define-call.ts';

/** Read an order export of Shopify, or of WooCommerce by the plugin Advanced Order Export: says what it would add, or with `step=apply` adds it. The same file again changes nothing: `POST /past-order-imports` */
export const importPastOrders: Upload<typeof pastOrderEndpoints.importPastOrders> = /* @__PURE__ */ defineUpload(pastOrderEndpoints.importPastOrders);

/** Orders of another shop, newest first, with their sums by shop: `GET /past-orders` */
export const listPastOrders: Call<typeof pastOrderEndpoints.listPastOrders> = /* @__PURE__ */ defineCall(pastOrderEndpoints.listPastOrders);

/** Orders that the caller placed in another shop with their confirmed email, newest first: `GET /users/profile/past-orders` */
export const listOwnPastOrders: Call<typeof pastOrderEndpoints.listOwnPastOrders> = /* @__PURE__ */ defineCall(pastOrderEndpoints.listOwnPastOrders);
