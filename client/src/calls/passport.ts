import { passportEndpoints } from '@reprise/contract/units/passport';
import { type Call, defineCall } from '../define-call.ts';

/** The passport of a device, behind the address of its label: `GET /devices/:token` */
export const getPassport: Call<typeof passportEndpoints.getPassport> = /* @__PURE__ */ defineCall(passportEndpoints.getPassport);

/** Whether an identifier of the device ends with these 6 characters; false for an unknown device too: `POST /devices/:token/match` */
export const matchPassport: Call<typeof passportEndpoints.matchPassport> = /* @__PURE__ */ defineCall(passportEndpoints.matchPassport);

/** Give a device another passport address; the printed one ends: `POST /units/:id/passport` */
export const renewPassport: Call<typeof passportEndpoints.renewPassport> = /* @__PURE__ */ defineCall(passportEndpoints.renewPassport);
