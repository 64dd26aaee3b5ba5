import { trackingEndpoints } from '@reprise/contract/units/tracking';
import { type Call, defineCall } from '../define-call.ts';

/** Whether a product is tracked by device, with the number of its devices: `GET /products/:id/tracking` */
export const getTracking: Call<typeof trackingEndpoints.getTracking> = /* @__PURE__ */ defineCall(trackingEndpoints.getTracking);

/** Track a product by device or by count. The stock does not change: to `serial`, each counted unit becomes a device without a number; back, the devices on sale leave the register: `PUT /products/:id/tracking` */
export const setTracking: Call<typeof trackingEndpoints.setTracking> = /* @__PURE__ */ defineCall(trackingEndpoints.setTracking);
