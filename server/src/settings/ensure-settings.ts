import { storeSettings } from '../foundations/settings/settings.tables.ts';
import type { Queryable } from '../platform/database/database.ts';

/** Inserts the settings row with its defaults if it is missing; called at every start. */
export async function ensureSettings(db: Queryable): Promise<void> {
  await db.insert(storeSettings).values({ id: 1 }).onConflictDoNothing();
}
