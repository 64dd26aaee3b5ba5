import type { Tx } from '../../platform/database/database.ts';
import { storeSettings } from './settings.tables.ts';
import { invalidateSettings } from './settings.tags.ts';

/** Says if days say too little of returns; locks the settings until the transaction ends. */
export async function setReturnsVary(tx: Tx, returnsVary: boolean): Promise<void> {
  await tx.update(storeSettings).set({ returnsVary });
  invalidateSettings(tx);
}
