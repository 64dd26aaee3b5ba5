import { setupEndpoints } from '@reprise/contract/setup';
import { type Call, defineCall } from '../define-call.ts';

/** Steps to the first sale and their states: `GET /setup` */
export const getSetup: Call<typeof setupEndpoints.getSetup> = /* @__PURE__ */ defineCall(setupEndpoints.getSetup);

/** Skip a step, or take it up again: `PUT /setup/:step` */
export const skipSetupStep: Call<typeof setupEndpoints.skipSetupStep> = /* @__PURE__ */ defineCall(setupEndpoints.skipSetupStep);
