import { auditEndpoints } from '@reprise/contract/audit';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Audit entries, newest first: `GET /audit` */
export const listAudit: Call<typeof auditEndpoints.listAudit> = /* @__PURE__ */ defineCall(auditEndpoints.listAudit);

/** All entries of the list as CSV, one line per entry: `GET /audit/export` */
export const exportAudit: Download<typeof auditEndpoints.exportAudit> = /* @__PURE__ */ defineDownload(auditEndpoints.exportAudit);
