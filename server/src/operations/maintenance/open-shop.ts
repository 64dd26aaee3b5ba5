import type { Deps } from '../../deps.ts';
import { openToVisitors } from '../../foundations/settings/opening.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { setMaintenance } from './set-maintenance.ts';

/** Command that opens the shop to visitors and ends the maintenance, for an owner who cannot sign in. */
export async function openShop(
  deps: Pick<Deps, 'db' | 'now'>,
  print: (line: string) => void,
): Promise<number> {
  await inTransaction(deps.db, (tx) => openToVisitors(tx, deps.now(), null));
  await setMaintenance(deps, { on: false, message: '' }, null);
  print('The shop is open.');
  return 0;
}
