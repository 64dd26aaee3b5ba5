import { modelCodeEndpoints } from '@reprise/contract/units/model-codes';
import { type Call, defineCall } from '../define-call.ts';

/** GTINs and part numbers of a configuration, also those learned from scans: `GET /device-models/:key/codes` */
export const getModelCodes: Call<typeof modelCodeEndpoints.getModelCodes> = /* @__PURE__ */ defineCall(modelCodeEndpoints.getModelCodes);

/** Replace the GTINs and part numbers of a configuration: `PUT /device-models/:key/codes` */
export const updateModelCodes: Call<typeof modelCodeEndpoints.updateModelCodes> = /* @__PURE__ */ defineCall(modelCodeEndpoints.updateModelCodes);
