import { shopExportEndpoints } from '@reprise/contract/catalog/shop-export';
import { type Call, defineCall } from '../define-call.ts';

/** How product exports of other shops are read: `GET /export-presets` */
export const listExportPresets: Call<typeof shopExportEndpoints.listExportPresets> = /* @__PURE__ */ defineCall(shopExportEndpoints.listExportPresets);

/** Change how product exports of another shop are read, for all later files: `PUT /export-presets/:shop` */
export const saveExportPreset: Call<typeof shopExportEndpoints.saveExportPreset> = /* @__PURE__ */ defineCall(shopExportEndpoints.saveExportPreset);

/** Read product exports of another shop as delivered: `DELETE /export-presets/:shop` */
export const resetExportPreset: Call<typeof shopExportEndpoints.resetExportPreset> = /* @__PURE__ */ defineCall(shopExportEndpoints.resetExportPreset);

/** Images that an import copies into this shop: `GET /product-imports/:id/images` */
export const listImportImages: Call<typeof shopExportEndpoints.listImportImages> = /* @__PURE__ */ defineCall(shopExportEndpoints.listImportImages);

/** Copy the failed images of an import again: `POST /product-imports/:id/images/retry` */
export const retryImportImages: Call<typeof shopExportEndpoints.retryImportImages> = /* @__PURE__ */ defineCall(shopExportEndpoints.retryImportImages);
