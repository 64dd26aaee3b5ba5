import type { Packing } from '@reprise/contract/sales/orders/packing';
import type { CaptureMethod } from '@reprise/contract/workshop/units/unit';
import type { Deps } from '../../../deps.ts';
import { inTransaction } from '../../../platform/database/database.ts';
import type { Caller } from '../../../platform/http/endpoint.ts';
import { packDevice } from '../../orders/packing/pack-device.ts';
import { planUpgrade } from '../../orders/packing/upgrades.ts';
import type { RefundDeps } from '../refunds/request-refund.ts';
import { editOrder } from './edit-order.ts';

/**
 * Sends a better device of the same model at the price of the line: edits the order, then packs the device. Stopped in
 * between, the order waits for this device, and the next scan packs it. Throws PRICE_CHANGED if a discount code would
 * change the total.
 */
export async function upgradeDevice(
  deps: RefundDeps & Pick<Deps, 'environment'>,
  reference: string,
  scan: { code: string; captured: CaptureMethod },
  caller: Caller,
): Promise<{ packing: Packing; device: string }> {
  const { environment } = deps;
  const by = { actorId: caller.userId, now: deps.now() };
  const edit = await inTransaction(deps.db, (tx) =>
    planUpgrade(tx, reference, { code: scan.code, environment }, by, caller),
  );
  await editOrder(deps, reference, edit, caller, { isUpgrade: true });
  return packDevice(deps, reference, scan, caller);
}
