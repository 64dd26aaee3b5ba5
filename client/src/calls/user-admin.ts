import { userAdminEndpoints } from '@reprise/contract/identity/user-admin';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Export the users of the list as CSV, newest first: `GET /users/export` */
export const exportUsers: Download<typeof userAdminEndpoints.exportUsers> = /* @__PURE__ */ defineDownload(userAdminEndpoints.exportUsers);

/** List users, newest first by default: `GET /users/users` */
export const listUsers: Call<typeof userAdminEndpoints.listUsers> = /* @__PURE__ */ defineCall(userAdminEndpoints.listUsers);

/** Get a user: `GET /users/users/:id` */
export const getUser: Call<typeof userAdminEndpoints.getUser> = /* @__PURE__ */ defineCall(userAdminEndpoints.getUser);

/** List a user's orders, newest first: `GET /users/users/:id/orders` */
export const listUserOrders: Call<typeof userAdminEndpoints.listUserOrders> = /* @__PURE__ */ defineCall(userAdminEndpoints.listUserOrders);

/** List a user's sessions, last seen first: `GET /users/users/:id/sessions` */
export const listUserSessions: Call<typeof userAdminEndpoints.listUserSessions> = /* @__PURE__ */ defineCall(userAdminEndpoints.listUserSessions);

/** End all sessions of a user: `DELETE /users/users/:id/sessions` */
export const endUserSessions: Call<typeof userAdminEndpoints.endUserSessions> = /* @__PURE__ */ defineCall(userAdminEndpoints.endUserSessions);

/** End one of a user's sessions: `DELETE /users/users/:id/sessions/:session` */
export const endUserSession: Call<typeof userAdminEndpoints.endUserSession> = /* @__PURE__ */ defineCall(userAdminEndpoints.endUserSession);

/** Mail a new link to choose a password to a user without one; revokes earlier links: `POST /users/users/:id/invitation` */
export const inviteUser: Call<typeof userAdminEndpoints.inviteUser> = /* @__PURE__ */ defineCall(userAdminEndpoints.inviteUser);

/** Return a new link to choose a password for a user without one; revokes earlier links: `POST /users/users/:id/invitation-link` */
export const createInvitationLink: Call<typeof userAdminEndpoints.createInvitationLink> = /* @__PURE__ */ defineCall(userAdminEndpoints.createInvitationLink);

/** Add a user and mail an invitation to choose a password: `POST /users/users` */
export const createUser: Call<typeof userAdminEndpoints.createUser> = /* @__PURE__ */ defineCall(userAdminEndpoints.createUser);

/** Change details, role or status; a ban ends all sessions: `PUT /users/users/:id` */
export const updateUser: Call<typeof userAdminEndpoints.updateUser> = /* @__PURE__ */ defineCall(userAdminEndpoints.updateUser);

/** Erase a user; their orders lose all personal data: `DELETE /users/users/:id` */
export const deleteUser: Call<typeof userAdminEndpoints.deleteUser> = /* @__PURE__ */ defineCall(userAdminEndpoints.deleteUser);
