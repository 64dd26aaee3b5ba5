import { repairEndpoints } from '@reprise/contract/units/repairs';
import { type Call, defineCall } from '../define-call.ts';

/** Repairs of a device with their parts, the newest 20; amounts only with the permission `costs.see`: `GET /units/:id/repairs` */
export const listRepairs: Call<typeof repairEndpoints.listRepairs> = /* @__PURE__ */ defineCall(repairEndpoints.listRepairs);

/** Open the repair of a device on the bench; it has one at a time: `POST /units/:id/repairs` */
export const openRepair: Call<typeof repairEndpoints.openRepair> = /* @__PURE__ */ defineCall(repairEndpoints.openRepair);

/** Record a part of the open repair; its cost is booked, and a new main board ends the numbers: `POST /units/:id/parts` */
export const addPart: Call<typeof repairEndpoints.addPart> = /* @__PURE__ */ defineCall(repairEndpoints.addPart);

/** Finish the open repair or give it up; its minutes are booked, and the device is tested again: `POST /units/:id/repairs/close` */
export const closeRepair: Call<typeof repairEndpoints.closeRepair> = /* @__PURE__ */ defineCall(repairEndpoints.closeRepair);
