import { backupEndpoints } from '@reprise/contract/operations/backups';
import { type Call, defineCall, type Download, defineDownload } from '../define-call.ts';

/** Newest backups in the data folder, one that is running and failed ones: `GET /backups` */
export const listBackups: Call<typeof backupEndpoints.listBackups> = /* @__PURE__ */ defineCall(backupEndpoints.listBackups);

/** Start an encrypted backup of the whole shop; one at a time: `POST /backups` */
export const startBackup: Call<typeof backupEndpoints.startBackup> = /* @__PURE__ */ defineCall(backupEndpoints.startBackup);

/** Download an encrypted backup: `GET /backups/:name/file` */
export const downloadBackup: Download<typeof backupEndpoints.downloadBackup> = /* @__PURE__ */ defineDownload(backupEndpoints.downloadBackup);

/** Delete a manual backup or a failed attempt: `DELETE /backups/:name` */
export const deleteBackup: Call<typeof backupEndpoints.deleteBackup> = /* @__PURE__ */ defineCall(backupEndpoints.deleteBackup);
