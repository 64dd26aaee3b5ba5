import { pickListEndpoints } from '@reprise/contract/orders/pick-list';
import { type Call, defineCall } from '../define-call.ts';

/** What to take from the shelves for the first 100 paid orders, or for those chosen, by bin: `GET /packing/pick-list` */
export const getPickList: Call<typeof pickListEndpoints.getPickList> = /* @__PURE__ */ defineCall(pickListEndpoints.getPickList);

/** Report that a device is not on its shelf, or that it is there after all: `POST /packing/missing-devices` */
export const reportMissingDevice: Call<typeof pickListEndpoints.reportMissingDevice> = /* @__PURE__ */ defineCall(pickListEndpoints.reportMissingDevice);

/** Note on an order that a counted product of it is not on its shelf: `POST /packing/:id/missing-items` */
export const reportMissingItems: Call<typeof pickListEndpoints.reportMissingItems> = /* @__PURE__ */ defineCall(pickListEndpoints.reportMissingItems);
