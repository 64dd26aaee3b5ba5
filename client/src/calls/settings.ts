import { settingsEndpoints } from '@reprise/contract/settings';
import { type Call, defineCall, type Upload, defineUpload } from '../define-call.ts';

/** Settings that the storefront needs: `GET /settings/public` */
export const getPublicSettings: Call<typeof settingsEndpoints.getPublicSettings> = /* @__PURE__ */ defineCall(settingsEndpoints.getPublicSettings);

/** All settings: `GET /settings` */
export const getSettings: Call<typeof settingsEndpoints.getSettings> = /* @__PURE__ */ defineCall(settingsEndpoints.getSettings);

/** Change some or all settings: `PUT /settings` */
export const updateSettings: Call<typeof settingsEndpoints.updateSettings> = /* @__PURE__ */ defineCall(settingsEndpoints.updateSettings);

/** Upload the logo for light or dark backgrounds, a PNG, WebP or JPEG image: `POST /settings/logo/:variant` */
export const setLogo: Upload<typeof settingsEndpoints.setLogo> = /* @__PURE__ */ defineUpload(settingsEndpoints.setLogo);

/** Remove the logo for dark backgrounds, or with the one for light backgrounds both: `DELETE /settings/logo/:variant` */
export const removeLogo: Call<typeof settingsEndpoints.removeLogo> = /* @__PURE__ */ defineCall(settingsEndpoints.removeLogo);
