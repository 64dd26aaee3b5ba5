import { pageTextEndpoints } from '@reprise/contract/page-texts';
import { type Call, defineCall } from '../define-call.ts';

/** Text of a page by the owner; null while the page shows the original text: `GET /page-texts/:page` */
export const getPageText: Call<typeof pageTextEndpoints.getPageText> = /* @__PURE__ */ defineCall(pageTextEndpoints.getPageText);

/** Pages with a text of their own or the original one, and who saved it last: `GET /page-texts/admin/all` */
export const listPageTexts: Call<typeof pageTextEndpoints.listPageTexts> = /* @__PURE__ */ defineCall(pageTextEndpoints.listPageTexts);

/** Markdown of a page for its editor: `GET /page-texts/admin/:page` */
export const getEditedPageText: Call<typeof pageTextEndpoints.getEditedPageText> = /* @__PURE__ */ defineCall(pageTextEndpoints.getEditedPageText);

/** Replace the text of a page; null returns to the original text: `PUT /page-texts/admin/:page` */
export const savePageText: Call<typeof pageTextEndpoints.savePageText> = /* @__PURE__ */ defineCall(pageTextEndpoints.savePageText);

/** Text as the page would show it; nothing is stored: `POST /page-texts/admin/preview` */
export const previewPageText: Call<typeof pageTextEndpoints.previewPageText> = /* @__PURE__ */ defineCall(pageTextEndpoints.previewPageText);

/** Saved versions of a page, newest first: `GET /page-texts/admin/:page/versions` */
export const listPageTextVersions: Call<typeof pageTextEndpoints.listPageTextVersions> = /* @__PURE__ */ defineCall(pageTextEndpoints.listPageTextVersions);

/** One saved version of a page as the page would show it; null if it was the original text: `GET /page-texts/admin/:page/versions/:version` */
export const getPageTextVersion: Call<typeof pageTextEndpoints.getPageTextVersion> = /* @__PURE__ */ defineCall(pageTextEndpoints.getPageTextVersion);

/** Save an older version of a page as its newest one: `POST /page-texts/admin/:page/restore` */
export const restorePageText: Call<typeof pageTextEndpoints.restorePageText> = /* @__PURE__ */ defineCall(pageTextEndpoints.restorePageText);
