import { setupSteps } from '@reprise/contract/operations/setup';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../../platform/database/columns.ts';

/** Steps of the checklist that an owner has skipped. */
export const skippedSetupSteps = pgTable('skipped_setup_steps', {
  step: text({ enum: setupSteps }).primaryKey(),
  createdAt: createdAt(),
});
