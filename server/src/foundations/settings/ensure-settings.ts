import type { Queryable } from '../../platform/database/database.ts';
import { readSettings } from './settings.queries.ts';
import { storeSettings } from './settings.tables.ts';

/** Inserts the settings row with its defaults if it is missing and sets currency and format; called at every start. */
export async function ensureSettings(db: Queryable): Promise<void> {
  await db.insert(storeSettings).values({ id: 1 }).onConflictDoNothing();
  await readSettings(db);
}
