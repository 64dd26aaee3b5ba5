import type { Queryable } from '../platform/database/database.ts';
import { storeSettings } from './settings.tables.ts';

/** Inserts the settings row with its defaults if it is missing; called at every start. */
export async function ensureSettings(db: Queryable): Promise<void> {
  await db.insert(storeSettings).values({ id: 1 }).onConflictDoNothing();
}
