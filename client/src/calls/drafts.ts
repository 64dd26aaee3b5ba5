import { draftEndpoints } from '@reprise/contract/catalog/drafts';
import { type Call, defineCall } from '../define-call.ts';

/** Add a product as a draft, which only staff see; a name is enough: `POST /products/admin/drafts` */
export const createDraft: Call<typeof draftEndpoints.createDraft> = /* @__PURE__ */ defineCall(draftEndpoints.createDraft);

/** Save a product as a draft; a published product goes off sale: `PUT /products/admin/drafts/:id` */
export const updateDraft: Call<typeof draftEndpoints.updateDraft> = /* @__PURE__ */ defineCall(draftEndpoints.updateDraft);

/** Save a complete draft and put it on sale: `POST /products/admin/drafts/:id/publish` */
export const publishDraft: Call<typeof draftEndpoints.publishDraft> = /* @__PURE__ */ defineCall(draftEndpoints.publishDraft);
