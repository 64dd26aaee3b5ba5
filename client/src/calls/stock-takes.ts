import { stockTakeEndpoints } from '@reprise/contract/units/stock-takes';
import { type Call, defineCall } from '../define-call.ts';

/** Stock-takes of devices, open ones first, at most 30: `GET /stock-takes` */
export const listStockTakes: Call<typeof stockTakeEndpoints.listStockTakes> = /* @__PURE__ */ defineCall(stockTakeEndpoints.listStockTakes);

/** Start counting the devices of a bin, or of all; joins the open stock-take of the same bin: `POST /stock-takes` */
export const startStockTake: Call<typeof stockTakeEndpoints.startStockTake> = /* @__PURE__ */ defineCall(stockTakeEndpoints.startStockTake);

/** A stock-take with the devices that are missing and those that should not be there: `GET /stock-takes/:id` */
export const getStockTake: Call<typeof stockTakeEndpoints.getStockTake> = /* @__PURE__ */ defineCall(stockTakeEndpoints.getStockTake);

/** Count the device with this code; scanned twice, it counts once: `POST /stock-takes/:id/devices` */
export const countDevice: Call<typeof stockTakeEndpoints.countDevice> = /* @__PURE__ */ defineCall(stockTakeEndpoints.countDevice);

/** Take the scan of a device back: `DELETE /stock-takes/:id/devices/:unit` */
export const uncountDevice: Call<typeof stockTakeEndpoints.uncountDevice> = /* @__PURE__ */ defineCall(stockTakeEndpoints.uncountDevice);

/** Close a stock-take: missing devices are gone as lost, those that orders wait for are marked as not on the shelf: `POST /stock-takes/:id/close` */
export const closeStockTake: Call<typeof stockTakeEndpoints.closeStockTake> = /* @__PURE__ */ defineCall(stockTakeEndpoints.closeStockTake);

/** End a stock-take without changing any device: `POST /stock-takes/:id/discard` */
export const discardStockTake: Call<typeof stockTakeEndpoints.discardStockTake> = /* @__PURE__ */ defineCall(stockTakeEndpoints.discardStockTake);
