import { z } from 'zod';
import { defineJob } from '../../platform/jobs/define-job.ts';

const payload = z.object({ importId: z.string() });

export const checkImportRows = defineJob('check-import', payload);
export const applyImportRows = defineJob('apply-import', payload);
export const copyImportImages = defineJob('copy-import-images', payload);
