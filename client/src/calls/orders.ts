import { orderEndpoints } from '@reprise/contract/orders/orders';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Place an order; the server computes the totals and reserves the stock: `POST /orders` */
export const placeOrder: Call<typeof orderEndpoints.placeOrder> = /* @__PURE__ */ defineCall(orderEndpoints.placeOrder);

/** Orders of the caller, newest first: `GET /orders` */
export const listOwnOrders: Call<typeof orderEndpoints.listOwnOrders> = /* @__PURE__ */ defineCall(orderEndpoints.listOwnOrders);

/** All orders, newest first unless sorted otherwise: `GET /orders/admin/all` */
export const listAllOrders: Call<typeof orderEndpoints.listAllOrders> = /* @__PURE__ */ defineCall(orderEndpoints.listAllOrders);

/** Summaries of the matching orders, at most 1000: `GET /orders/admin/summaries` */
export const listOrderSummaries: Call<typeof orderEndpoints.listOrderSummaries> = /* @__PURE__ */ defineCall(orderEndpoints.listOrderSummaries);

/** All orders of the list as CSV, one line per order: `GET /orders/admin/export` */
export const exportOrders: Download<typeof orderEndpoints.exportOrders> = /* @__PURE__ */ defineDownload(orderEndpoints.exportOrders);

/** Place an order for a customer or a guest; the mail of the order has a payment link: `POST /orders/admin` */
export const placeStaffOrder: Call<typeof orderEndpoints.placeStaffOrder> = /* @__PURE__ */ defineCall(orderEndpoints.placeStaffOrder);

/** Change several orders independently; returns the outcome of each: `POST /orders/admin/statuses` */
export const changeOrderStatuses: Call<typeof orderEndpoints.changeOrderStatuses> = /* @__PURE__ */ defineCall(orderEndpoints.changeOrderStatuses);

/** Order context for staff: notes, authors of events, other orders of the customer: `GET /orders/:id/context` */
export const getOrderContext: Call<typeof orderEndpoints.getOrderContext> = /* @__PURE__ */ defineCall(orderEndpoints.getOrderContext);

/** Add a note, visible to staff only: `POST /orders/:id/notes` */
export const addOrderNote: Call<typeof orderEndpoints.addOrderNote> = /* @__PURE__ */ defineCall(orderEndpoints.addOrderNote);

/** Delete a note: `DELETE /orders/:id/notes/:noteId` */
export const deleteOrderNote: Call<typeof orderEndpoints.deleteOrderNote> = /* @__PURE__ */ defineCall(orderEndpoints.deleteOrderNote);

/** Resend a mail of an order: `POST /orders/:id/mails` */
export const sendOrderMail: Call<typeof orderEndpoints.sendOrderMail> = /* @__PURE__ */ defineCall(orderEndpoints.sendOrderMail);

/** Find the order placed with this Idempotency-Key, for a client that received no response; a guest also sends the email: `POST /orders/placed` */
export const findPlacedOrder: Call<typeof orderEndpoints.findPlacedOrder> = /* @__PURE__ */ defineCall(orderEndpoints.findPlacedOrder);

/** One order by id or number, for its owner, staff, or a guest with the X-Order-Token header: `GET /orders/:id` */
export const getOrder: Call<typeof orderEndpoints.getOrder> = /* @__PURE__ */ defineCall(orderEndpoints.getOrder);

/** Cancel an order that has not shipped, as its owner or as a guest with the X-Order-Token header; its stock returns and its payment is refunded: `POST /orders/:id/cancel` */
export const cancelOwnOrder: Call<typeof orderEndpoints.cancelOwnOrder> = /* @__PURE__ */ defineCall(orderEndpoints.cancelOwnOrder);

/** Add a guest order to the account of the caller, with the X-Order-Token header and the email of the order: `POST /orders/:id/claim` */
export const claimOrder: Call<typeof orderEndpoints.claimOrder> = /* @__PURE__ */ defineCall(orderEndpoints.claimOrder);

/** Write to the store about an order, as its owner or as a guest with the X-Order-Token header: `POST /orders/:id/messages` */
export const reportOrderProblem: Call<typeof orderEndpoints.reportOrderProblem> = /* @__PURE__ */ defineCall(orderEndpoints.reportOrderProblem);

/** Messages between customer and store about an order, for its owner or a guest with the X-Order-Token header: `GET /orders/:id/messages` */
export const listOrderMessages: Call<typeof orderEndpoints.listOrderMessages> = /* @__PURE__ */ defineCall(orderEndpoints.listOrderMessages);

/** Extend the reservation of an unpaid order to that of a new staff order: `POST /orders/:id/reservation` */
export const extendReservation: Call<typeof orderEndpoints.extendReservation> = /* @__PURE__ */ defineCall(orderEndpoints.extendReservation);

/** Set the status; stock and timeline change in the same transaction: `PUT /orders/:id/status` */
export const changeOrderStatus: Call<typeof orderEndpoints.changeOrderStatus> = /* @__PURE__ */ defineCall(orderEndpoints.changeOrderStatus);

/** Add an event to the timeline of an order: `POST /orders/:id/events` */
export const addOrderEvent: Call<typeof orderEndpoints.addOrderEvent> = /* @__PURE__ */ defineCall(orderEndpoints.addOrderEvent);

/** Track a parcel by tracking number or order number; with the number shown at checkout and the email, only whether the order was received: `GET /tracking/:number` */
export const trackOrder: Call<typeof orderEndpoints.trackOrder> = /* @__PURE__ */ defineCall(orderEndpoints.trackOrder);
