import { twoFactorEndpoints } from '@reprise/contract/identity/two-factor';
import { type Call, defineCall } from '../define-call.ts';

/** Complete a sign-in with the token of the first step and a code: `POST /auth/two-factor` */
export const passTwoFactor: Call<typeof twoFactorEndpoints.passTwoFactor> = /* @__PURE__ */ defineCall(twoFactorEndpoints.passTwoFactor);

/** Get the status of the caller's second factor: `GET /users/profile/two-factor` */
export const getTwoFactor: Call<typeof twoFactorEndpoints.getTwoFactor> = /* @__PURE__ */ defineCall(twoFactorEndpoints.getTwoFactor);

/** Create a secret for an authenticator app; it takes effect once a code of it is confirmed: `POST /users/profile/two-factor` */
export const beginTwoFactor: Call<typeof twoFactorEndpoints.beginTwoFactor> = /* @__PURE__ */ defineCall(twoFactorEndpoints.beginTwoFactor);

/** Turn the new secret on; ends all other sessions: `POST /users/profile/two-factor/confirm` */
export const confirmTwoFactor: Call<typeof twoFactorEndpoints.confirmTwoFactor> = /* @__PURE__ */ defineCall(twoFactorEndpoints.confirmTwoFactor);

/** Replace the recovery codes: `POST /users/profile/two-factor/recovery-codes` */
export const renewRecoveryCodes: Call<typeof twoFactorEndpoints.renewRecoveryCodes> = /* @__PURE__ */ defineCall(twoFactorEndpoints.renewRecoveryCodes);

/** Turn two-factor sign-in off: `POST /users/profile/two-factor/off` */
export const turnOffTwoFactor: Call<typeof twoFactorEndpoints.turnOffTwoFactor> = /* @__PURE__ */ defineCall(twoFactorEndpoints.turnOffTwoFactor);

/** Remove the second factor of a user who lost it; ends all their sessions: `DELETE /users/users/:id/two-factor` */
export const resetTwoFactor: Call<typeof twoFactorEndpoints.resetTwoFactor> = /* @__PURE__ */ defineCall(twoFactorEndpoints.resetTwoFactor);
