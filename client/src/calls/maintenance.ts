import { maintenanceEndpoints } from '@reprise/contract/maintenance';
import { type Call, defineCall } from '../define-call.ts';

/** Whether the shop is closed for maintenance: `GET /maintenance` */
export const getMaintenance: Call<typeof maintenanceEndpoints.getMaintenance> = /* @__PURE__ */ defineCall(maintenanceEndpoints.getMaintenance);

/** Close the shop for maintenance or open it: pages and API answer 503 meanwhile, but for health checks, payment events, sign-in and staff: `PUT /maintenance` */
export const setMaintenance: Call<typeof maintenanceEndpoints.setMaintenance> = /* @__PURE__ */ defineCall(maintenanceEndpoints.setMaintenance);
