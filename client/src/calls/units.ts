import { unitEndpoints } from '@reprise/contract/units/units';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Devices in hand, or those in one state: `GET /units` */
export const listUnits: Call<typeof unitEndpoints.listUnits> = /* @__PURE__ */ defineCall(unitEndpoints.listUnits);

/** Numbers of devices by state, for the tabs of their list and of the bench: `GET /units/counts` */
export const countUnits: Call<typeof unitEndpoints.countUnits> = /* @__PURE__ */ defineCall(unitEndpoints.countUnits);

/** Grades, suppliers and people of the devices in hand, for the filters of their list: `GET /units/filters` */
export const listUnitFilterChoices: Call<typeof unitEndpoints.listUnitFilterChoices> = /* @__PURE__ */ defineCall(unitEndpoints.listUnitFilterChoices);

/** Export the devices of the list as CSV, newest first: `GET /units/export` */
export const exportUnits: Download<typeof unitEndpoints.exportUnits> = /* @__PURE__ */ defineDownload(unitEndpoints.exportUnits);

/** What a scanned or typed code stands for: `GET /units/scan` */
export const scanCode: Call<typeof unitEndpoints.scanCode> = /* @__PURE__ */ defineCall(unitEndpoints.scanCode);

/** Models to choose for a device, by words of name and brand: `GET /units/models` */
export const findModels: Call<typeof unitEndpoints.findModels> = /* @__PURE__ */ defineCall(unitEndpoints.findModels);

/** Families of a brand that a new model can join, at most 100: `GET /units/families` */
export const listBrandFamilies: Call<typeof unitEndpoints.listBrandFamilies> = /* @__PURE__ */ defineCall(unitEndpoints.listBrandFamilies);

/** Products of a model that could sell its devices, at most 50, the cheapest first: `GET /units/products` */
export const listProductsOfModel: Call<typeof unitEndpoints.listProductsOfModel> = /* @__PURE__ */ defineCall(unitEndpoints.listProductsOfModel);

/** Receive a device; an Idempotency-Key receives it once per administrator within 24 hours: `POST /units` */
export const receiveUnit: Call<typeof unitEndpoints.receiveUnit> = /* @__PURE__ */ defineCall(unitEndpoints.receiveUnit);

/** Undo a receive of the last hour; its identifiers are free again: `POST /units/:id/undo` */
export const undoReceiveUnit: Call<typeof unitEndpoints.undoReceiveUnit> = /* @__PURE__ */ defineCall(unitEndpoints.undoReceiveUnit);

/** Move devices to another state; off sale, the stock of their product falls with them: `POST /units/moves` */
export const moveUnits: Call<typeof unitEndpoints.moveUnits> = /* @__PURE__ */ defineCall(unitEndpoints.moveUnits);

/** Put devices on sale under a product that is tracked by device; its stock rises with them: `POST /units/listings` */
export const listUnitsForSale: Call<typeof unitEndpoints.listUnitsForSale> = /* @__PURE__ */ defineCall(unitEndpoints.listUnitsForSale);

/** Assign devices to oneself, or to nobody; one that another person has needs `takeOver`: `POST /units/assignments` */
export const assignUnits: Call<typeof unitEndpoints.assignUnits> = /* @__PURE__ */ defineCall(unitEndpoints.assignUnits);

/** Say in which bin devices are; without a place it is unknown: `POST /units/places` */
export const placeUnits: Call<typeof unitEndpoints.placeUnits> = /* @__PURE__ */ defineCall(unitEndpoints.placeUnits);

/** Read devices to print their labels, and record it: `POST /units/labels` */
export const printUnitLabels: Call<typeof unitEndpoints.printUnitLabels> = /* @__PURE__ */ defineCall(unitEndpoints.printUnitLabels);

/** A device by id or unit number, with its history: `GET /units/:id` */
export const getUnit: Call<typeof unitEndpoints.getUnit> = /* @__PURE__ */ defineCall(unitEndpoints.getUnit);

/** Correct the model or the note of a device: `PUT /units/:id` */
export const updateUnit: Call<typeof unitEndpoints.updateUnit> = /* @__PURE__ */ defineCall(unitEndpoints.updateUnit);

/** Add an identifier to a device, or replace the one of its kind, which stays in its history: `POST /units/:id/identifiers` */
export const setUnitIdentifier: Call<typeof unitEndpoints.setUnitIdentifier> = /* @__PURE__ */ defineCall(unitEndpoints.setUnitIdentifier);
