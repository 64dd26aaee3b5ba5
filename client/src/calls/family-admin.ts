import { familyAdminEndpoints } from '@reprise/contract/catalog/family-admin';
import { type Call, defineCall } from '../define-call.ts';

/** Product families by name: `GET /families` */
export const listFamilies: Call<typeof familyAdminEndpoints.listFamilies> = /* @__PURE__ */ defineCall(familyAdminEndpoints.listFamilies);

/** One family with its configurations and their products: `GET /families/:id` */
export const getFamily: Call<typeof familyAdminEndpoints.getFamily> = /* @__PURE__ */ defineCall(familyAdminEndpoints.getFamily);

/** Change name, options and order; write images and specifications to all products of the family: `PUT /families/:id` */
export const updateFamily: Call<typeof familyAdminEndpoints.updateFamily> = /* @__PURE__ */ defineCall(familyAdminEndpoints.updateFamily);

/** Move all configurations of several families into one of them: `POST /families/merge` */
export const mergeFamilies: Call<typeof familyAdminEndpoints.mergeFamilies> = /* @__PURE__ */ defineCall(familyAdminEndpoints.mergeFamilies);

/** Move configurations into a new family: `POST /families/:id/split` */
export const splitFamily: Call<typeof familyAdminEndpoints.splitFamily> = /* @__PURE__ */ defineCall(familyAdminEndpoints.splitFamily);

/** Dry run: families that differ only in storage, memory, color, size or carrier: `GET /families/proposals` */
export const proposeFamilies: Call<typeof familyAdminEndpoints.proposeFamilies> = /* @__PURE__ */ defineCall(familyAdminEndpoints.proposeFamilies);

/** Apply proposals of the dry run: `POST /families/proposals` */
export const buildFamilies: Call<typeof familyAdminEndpoints.buildFamilies> = /* @__PURE__ */ defineCall(familyAdminEndpoints.buildFamilies);

/** Move the configurations of a build, merge or split back where they were: `POST /families/changes/:id/undo` */
export const undoFamilyChange: Call<typeof familyAdminEndpoints.undoFamilyChange> = /* @__PURE__ */ defineCall(familyAdminEndpoints.undoFamilyChange);
