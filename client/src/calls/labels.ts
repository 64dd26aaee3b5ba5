import { labelEndpoints } from '@reprise/contract/shipping/labels';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Shipping labels of an order, and its parcel: `GET /packing/:id/labels` */
export const listLabels: Call<typeof labelEndpoints.listLabels> = /* @__PURE__ */ defineCall(labelEndpoints.listLabels);

/** Ask the carriers what a parcel of this order costs, cheapest first: `POST /packing/:id/rates` */
export const listCarrierRates: Call<typeof labelEndpoints.listCarrierRates> = /* @__PURE__ */ defineCall(labelEndpoints.listCarrierRates);

/** Buy the label of a rate; the order gets its carrier and tracking number. Repeating the call buys nothing again: `POST /packing/:id/labels` */
export const buyLabel: Call<typeof labelEndpoints.buyLabel> = /* @__PURE__ */ defineCall(labelEndpoints.buyLabel);

/** Find out whether a label was bought whose purchase was interrupted, and what became of a refund: `POST /shipping-labels/:id/check` */
export const checkLabel: Call<typeof labelEndpoints.checkLabel> = /* @__PURE__ */ defineCall(labelEndpoints.checkLabel);

/** The label as PDF, 4 by 6 inches: `GET /shipping-labels/:id/file` */
export const getLabelFile: Download<typeof labelEndpoints.getLabelFile> = /* @__PURE__ */ defineDownload(labelEndpoints.getLabelFile);

/** Ask for the money of an unused label; the order loses its tracking number until it ships: `POST /shipping-labels/:id/refund` */
export const refundLabel: Call<typeof labelEndpoints.refundLabel> = /* @__PURE__ */ defineCall(labelEndpoints.refundLabel);
