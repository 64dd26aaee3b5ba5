import type { Queryable } from '../platform/database/database.ts';
import { storeSettings } from './settings.tables.ts';

/** Makes the row of settings from its defaults where there is none yet. Runs at every start. */
export async function ensureSettings(db: Queryable): Promise<void> {
  await db.insert(storeSettings).values({ id: 1 }).onConflictDoNothing();
}
