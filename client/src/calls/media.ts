import { mediaEndpoints } from '@reprise/contract/media';
import { type Upload, defineUpload } from '../define-call.ts';

/** Upload one image: `POST /upload/single` */
export const uploadOne: Upload<typeof mediaEndpoints.uploadOne> = /* @__PURE__ */ defineUpload(mediaEndpoints.uploadOne);

/** Upload up to ten images: `POST /upload/multiple` */
export const uploadMany: Upload<typeof mediaEndpoints.uploadMany> = /* @__PURE__ */ defineUpload(mediaEndpoints.uploadMany);

/** Upload one image, resized to fit: `POST /upload/image` */
export const uploadImage: Upload<typeof mediaEndpoints.uploadImage> = /* @__PURE__ */ defineUpload(mediaEndpoints.uploadImage);
