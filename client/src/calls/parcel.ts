import { modelSizeEndpoints } from '@reprise/contract/shipping/parcel';
import { type Call, defineCall } from '../define-call.ts';

/** Weight and size of a configuration in its own box, for shipping: `GET /device-models/:key/size` */
export const getModelSize: Call<typeof modelSizeEndpoints.getModelSize> = /* @__PURE__ */ defineCall(modelSizeEndpoints.getModelSize);

/** Set the weight and size of a configuration: `PUT /device-models/:key/size` */
export const updateModelSize: Call<typeof modelSizeEndpoints.updateModelSize> = /* @__PURE__ */ defineCall(modelSizeEndpoints.updateModelSize);
