import { unitPhotoEndpoints } from '@reprise/contract/units/unit-photos';
import { type Call, defineCall, type Download, defineDownload, type Upload, defineUpload } from '../define-call.ts';

/** Photos of a device, in order: `GET /units/:id/photos` */
export const listUnitPhotos: Call<typeof unitPhotoEndpoints.listUnitPhotos> = /* @__PURE__ */ defineCall(unitPhotoEndpoints.listUnitPhotos);

/** Add a photo of a device; it is private until it is made public: `POST /units/:id/photos` */
export const addUnitPhoto: Upload<typeof unitPhotoEndpoints.addUnitPhoto> = /* @__PURE__ */ defineUpload(unitPhotoEndpoints.addUnitPhoto);

/** The image of a photo, also of a private one, in a width of up to 1,600 pixels or as stored: `GET /units/:id/photos/:photo/image` */
export const readUnitPhoto: Download<typeof unitPhotoEndpoints.readUnitPhoto> = /* @__PURE__ */ defineDownload(unitPhotoEndpoints.readUnitPhoto);

/** Put the photos of a device in another order: `PUT /units/:id/photo-order` */
export const orderUnitPhotos: Call<typeof unitPhotoEndpoints.orderUnitPhotos> = /* @__PURE__ */ defineCall(unitPhotoEndpoints.orderUnitPhotos);

/** Change view, words, marks and publicity of a photo: `PUT /units/:id/photos/:photo` */
export const updateUnitPhoto: Call<typeof unitPhotoEndpoints.updateUnitPhoto> = /* @__PURE__ */ defineCall(unitPhotoEndpoints.updateUnitPhoto);

/** Delete a photo of a device: `DELETE /units/:id/photos/:photo` */
export const deleteUnitPhoto: Call<typeof unitPhotoEndpoints.deleteUnitPhoto> = /* @__PURE__ */ defineCall(unitPhotoEndpoints.deleteUnitPhoto);
