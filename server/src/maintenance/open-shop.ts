import type { Deps } from '../deps.ts';
import { setMaintenance } from '../operations/maintenance/set-maintenance.ts';

/** Command that ends the maintenance, for an owner who cannot sign in. */
export async function openShop(
  deps: Pick<Deps, 'db' | 'now'>,
  print: (line: string) => void,
): Promise<number> {
  await setMaintenance(deps, { on: false, message: '' }, null);
  print('The shop is open.');
  return 0;
}
