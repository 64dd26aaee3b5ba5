import { benchEndpoints } from '@reprise/contract/units/bench';
import { type Call, defineCall } from '../define-call.ts';

/** Checks, erasures, tests and gradings of a device, with the checklist and the grades of its kind: `GET /units/:id/bench` */
export const getUnitBench: Call<typeof benchEndpoints.getUnitBench> = /* @__PURE__ */ defineCall(benchEndpoints.getUnitBench);

/** Record what registers and account services say; a blocked device goes to quarantine: `POST /units/:id/checks` */
export const recordUnitChecks: Call<typeof benchEndpoints.recordUnitChecks> = /* @__PURE__ */ defineCall(benchEndpoints.recordUnitChecks);

/** Record the erasure of devices; one that failed goes to quarantine: `POST /units/wipes` */
export const recordUnitWipes: Call<typeof benchEndpoints.recordUnitWipes> = /* @__PURE__ */ defineCall(benchEndpoints.recordUnitWipes);

/** Verify the erasure of a device that another person recorded: `POST /units/:id/wipes/verify` */
export const verifyUnitWipe: Call<typeof benchEndpoints.verifyUnitWipe> = /* @__PURE__ */ defineCall(benchEndpoints.verifyUnitWipe);

/** Record a test report of a device: `POST /units/:id/tests` */
export const recordUnitTest: Call<typeof benchEndpoints.recordUnitTest> = /* @__PURE__ */ defineCall(benchEndpoints.recordUnitTest);

/** Grade a device by the standard of its kind; another grade than the suggested one needs a reason: `POST /units/:id/gradings` */
export const recordUnitGrading: Call<typeof benchEndpoints.recordUnitGrading> = /* @__PURE__ */ defineCall(benchEndpoints.recordUnitGrading);
