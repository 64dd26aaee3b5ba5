import { testReportEndpoints } from '@reprise/contract/units/test-reports';
import { type Call, defineCall, type Upload, defineUpload } from '../define-call.ts';

/** Record reports of diagnostic tools; a rejected one does not hold back the others: `POST /units/test-reports` */
export const recordTestReports: Call<typeof testReportEndpoints.recordTestReports> = /* @__PURE__ */ defineCall(testReportEndpoints.recordTestReports);

/** Record the reports of a CSV file: a row per device, a column per test: `POST /units/test-reports/file` */
export const importTestReports: Upload<typeof testReportEndpoints.importTestReports> = /* @__PURE__ */ defineUpload(testReportEndpoints.importTestReports);
