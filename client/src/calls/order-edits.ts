import { orderEditEndpoints } from '@reprise/contract/orders/order-edits';
import { type Call, defineCall } from '../define-call.ts';

/** What an edit would do to the amounts of an order; changes nothing: `POST /orders/:id/edit/preview` */
export const previewOrderEdit: Call<typeof orderEditEndpoints.previewOrderEdit> = /* @__PURE__ */ defineCall(orderEditEndpoints.previewOrderEdit);

/** Change address, items, prices and shipping of an order that has not shipped; what was paid too much is refunded: `PUT /orders/:id` */
export const editOrder: Call<typeof orderEditEndpoints.editOrder> = /* @__PURE__ */ defineCall(orderEditEndpoints.editOrder);

/** Send the device with this code for a line of the same model in another condition, at the price of the line: the order is edited, then the device is packed: `POST /packing/:id/upgrades` */
export const upgradeDevice: Call<typeof orderEditEndpoints.upgradeDevice> = /* @__PURE__ */ defineCall(orderEditEndpoints.upgradeDevice);
