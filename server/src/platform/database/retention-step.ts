import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from './database.ts';

/** Deletes or clears at most `limit` expired rows and returns their number. */
export type RetentionStep = (tx: Tx, limit: number) => Promise<number>;

/** Steps by the name of what expires. */
export type RetentionSteps = Record<string, RetentionStep>;

/** Returns the step that executes this statement. */
export function expireRows(statementOf: (limit: number) => SQL): RetentionStep {
  return async (tx, limit) => {
    const { rows } = await tx.execute(sql`${statementOf(limit)} returning 1`);
    return rows.length;
  };
}
