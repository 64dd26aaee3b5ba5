import { passkeyEndpoints } from '@reprise/contract/identity/passkeys';
import { type Call, defineCall } from '../define-call.ts';

/** Create a challenge for signing in with a passkey: `POST /auth/passkey/options` */
export const beginPasskeySignIn: Call<typeof passkeyEndpoints.beginPasskeySignIn> = /* @__PURE__ */ defineCall(passkeyEndpoints.beginPasskeySignIn);

/** Sign in with a passkey that verified its user, without a second factor: `POST /auth/passkey` */
export const signInWithPasskey: Call<typeof passkeyEndpoints.signInWithPasskey> = /* @__PURE__ */ defineCall(passkeyEndpoints.signInWithPasskey);

/** Create a challenge for a step-up with a passkey: `POST /auth/step-up/options` */
export const beginPasskeyStepUp: Call<typeof passkeyEndpoints.beginPasskeyStepUp> = /* @__PURE__ */ defineCall(passkeyEndpoints.beginPasskeyStepUp);

/** List the caller’s passkeys, oldest first: `GET /users/profile/passkeys` */
export const listPasskeys: Call<typeof passkeyEndpoints.listPasskeys> = /* @__PURE__ */ defineCall(passkeyEndpoints.listPasskeys);

/** Create a challenge for adding a passkey: `POST /users/profile/passkeys/options` */
export const beginPasskey: Call<typeof passkeyEndpoints.beginPasskey> = /* @__PURE__ */ defineCall(passkeyEndpoints.beginPasskey);

/** Add a passkey, up to 20: `POST /users/profile/passkeys` */
export const addPasskey: Call<typeof passkeyEndpoints.addPasskey> = /* @__PURE__ */ defineCall(passkeyEndpoints.addPasskey);

/** Rename one of the caller’s passkeys: `PUT /users/profile/passkeys/:id` */
export const renamePasskey: Call<typeof passkeyEndpoints.renamePasskey> = /* @__PURE__ */ defineCall(passkeyEndpoints.renamePasskey);

/** Remove one of the caller’s passkeys, except the only way to sign in: `DELETE /users/profile/passkeys/:id` */
export const removePasskey: Call<typeof passkeyEndpoints.removePasskey> = /* @__PURE__ */ defineCall(passkeyEndpoints.removePasskey);
