import { packingEndpoints } from '@reprise/contract/orders/packing';
import { type Call, defineCall } from '../define-call.ts';

/** Paid orders to pack: short ones first, then express, then the oldest: `GET /packing` */
export const listPacking: Call<typeof packingEndpoints.listPacking> = /* @__PURE__ */ defineCall(packingEndpoints.listPacking);

/** What an order needs and the devices packed for it: `GET /packing/:id` */
export const getPacking: Call<typeof packingEndpoints.getPacking> = /* @__PURE__ */ defineCall(packingEndpoints.getPacking);

/** Pack the device with this code. A number that the shop does not know is recorded for a device on sale that has none: `POST /packing/:id/devices` */
export const packDevice: Call<typeof packingEndpoints.packDevice> = /* @__PURE__ */ defineCall(packingEndpoints.packDevice);

/** Take a device out of an order that has not shipped; it is on sale again: `DELETE /packing/:id/devices/:unit` */
export const unpackDevice: Call<typeof packingEndpoints.unpackDevice> = /* @__PURE__ */ defineCall(packingEndpoints.unpackDevice);
