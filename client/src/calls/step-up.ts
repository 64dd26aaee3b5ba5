import { stepUpEndpoints } from '@reprise/contract/identity/step-up';
import { type Call, defineCall } from '../define-call.ts';

/** List the caller's step-up methods: `GET /auth/step-up` */
export const getStepUp: Call<typeof stepUpEndpoints.getStepUp> = /* @__PURE__ */ defineCall(stepUpEndpoints.getStepUp);

/** Reauthenticate with a password, a code or a passkey; valid for 10 minutes in this session: `POST /auth/step-up` */
export const stepUp: Call<typeof stepUpEndpoints.stepUp> = /* @__PURE__ */ defineCall(stepUpEndpoints.stepUp);
