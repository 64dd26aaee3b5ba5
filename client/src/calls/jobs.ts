import { jobEndpoints } from '@reprise/contract/jobs';
import { type Call, defineCall } from '../define-call.ts';

/** Jobs that failed on every try, newest first, and the number of waiting jobs: `GET /jobs/dead-letters` */
export const listDeadLetters: Call<typeof jobEndpoints.listDeadLetters> = /* @__PURE__ */ defineCall(jobEndpoints.listDeadLetters);

/** Return a failed job to its queue; jobs are idempotent: `POST /jobs/dead-letters/:id/rerun` */
export const rerunDeadLetter: Call<typeof jobEndpoints.rerunDeadLetter> = /* @__PURE__ */ defineCall(jobEndpoints.rerunDeadLetter);

/** Discard a failed job: `DELETE /jobs/dead-letters/:id` */
export const discardDeadLetter: Call<typeof jobEndpoints.discardDeadLetter> = /* @__PURE__ */ defineCall(jobEndpoints.discardDeadLetter);
