import { integrityEndpoints } from '@reprise/contract/integrity';
import { type Call, defineCall } from '../define-call.ts';

/** Result of the last integrity check: `GET /integrity/checks` */
export const getIntegrityCheck: Call<typeof integrityEndpoints.getIntegrityCheck> = /* @__PURE__ */ defineCall(integrityEndpoints.getIntegrityCheck);

/** Run the integrity checks now: `POST /integrity/checks` */
export const runIntegrityChecks: Call<typeof integrityEndpoints.runIntegrityChecks> = /* @__PURE__ */ defineCall(integrityEndpoints.runIntegrityChecks);
