import { profileEndpoints } from '@reprise/contract/identity/profile';
import { type Call, defineCall } from '../define-call.ts';

/** Get the caller's profile with order count and total: `GET /users/profile` */
export const getProfile: Call<typeof profileEndpoints.getProfile> = /* @__PURE__ */ defineCall(profileEndpoints.getProfile);

/** Change the profile; email and password require the current password. A new email is pending until confirmed: `PUT /users/profile` */
export const updateProfile: Call<typeof profileEndpoints.updateProfile> = /* @__PURE__ */ defineCall(profileEndpoints.updateProfile);

/** List the caller's sessions, last seen first: `GET /users/profile/sessions` */
export const listSessions: Call<typeof profileEndpoints.listSessions> = /* @__PURE__ */ defineCall(profileEndpoints.listSessions);

/** End one of the caller's sessions: `DELETE /users/profile/sessions/:id` */
export const endSession: Call<typeof profileEndpoints.endSession> = /* @__PURE__ */ defineCall(profileEndpoints.endSession);

/** End all other sessions of the caller: `DELETE /users/profile/sessions` */
export const endOtherSessions: Call<typeof profileEndpoints.endOtherSessions> = /* @__PURE__ */ defineCall(profileEndpoints.endOtherSessions);

/** Export all of the caller's data: `GET /users/profile/export` */
export const exportOwnData: Call<typeof profileEndpoints.exportOwnData> = /* @__PURE__ */ defineCall(profileEndpoints.exportOwnData);

/** Erase the caller's account; their orders lose all personal data: `POST /users/profile/delete` */
export const deleteAccount: Call<typeof profileEndpoints.deleteAccount> = /* @__PURE__ */ defineCall(profileEndpoints.deleteAccount);
