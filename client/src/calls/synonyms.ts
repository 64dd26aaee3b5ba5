import { synonymEndpoints } from '@reprise/contract/search/synonyms';
import { type Call, defineCall } from '../define-call.ts';

/** Synonym groups by their first phrase: `GET /search/synonyms` */
export const listSynonyms: Call<typeof synonymEndpoints.listSynonyms> = /* @__PURE__ */ defineCall(synonymEndpoints.listSynonyms);

/** Add a synonym group; a phrase belongs to one group, and there are at most 2000: `POST /search/synonyms` */
export const createSynonym: Call<typeof synonymEndpoints.createSynonym> = /* @__PURE__ */ defineCall(synonymEndpoints.createSynonym);

/** Change the phrases of a synonym group: `PUT /search/synonyms/:id` */
export const updateSynonym: Call<typeof synonymEndpoints.updateSynonym> = /* @__PURE__ */ defineCall(synonymEndpoints.updateSynonym);

/** Delete a synonym group: `DELETE /search/synonyms/:id` */
export const deleteSynonym: Call<typeof synonymEndpoints.deleteSynonym> = /* @__PURE__ */ defineCall(synonymEndpoints.deleteSynonym);
