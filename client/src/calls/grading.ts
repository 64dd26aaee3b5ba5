import { gradingEndpoints } from '@reprise/contract/grading/grading';
import { type Call, defineCall } from '../define-call.ts';

/** Grades, tests, checks and erasure of each kind of device, as they are today: `GET /grading` */
export const getGrading: Call<typeof gradingEndpoints.getGrading> = /* @__PURE__ */ defineCall(gradingEndpoints.getGrading);
