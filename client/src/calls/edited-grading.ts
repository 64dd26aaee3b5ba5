import { editedGradingEndpoints } from '@reprise/contract/grading/edited-grading';
import { type Call, defineCall } from '../define-call.ts';

/** Grades and tests of a kind of device with the draft of their next version: `GET /grading/:kind` */
export const getEditedGrading: Call<typeof editedGradingEndpoints.getEditedGrading> = /* @__PURE__ */ defineCall(editedGradingEndpoints.getEditedGrading);

/** Save the draft of the next version; 409 EDIT_CONFLICT if it was saved since `draftVersion`: `PUT /grading/:kind/draft` */
export const saveGradingDraft: Call<typeof editedGradingEndpoints.saveGradingDraft> = /* @__PURE__ */ defineCall(editedGradingEndpoints.saveGradingDraft);

/** Delete the draft; what is published stays: `DELETE /grading/:kind/draft` */
export const discardGradingDraft: Call<typeof editedGradingEndpoints.discardGradingDraft> = /* @__PURE__ */ defineCall(editedGradingEndpoints.discardGradingDraft);

/** Publish the draft as the next version. Devices keep the version they were graded and tested under: `POST /grading/:kind/publish` */
export const publishGrading: Call<typeof editedGradingEndpoints.publishGrading> = /* @__PURE__ */ defineCall(editedGradingEndpoints.publishGrading);
