import type { ParcelStatus } from '@reprise/contract/sales/orders/shipping/labels';
import { answerDay } from '@reprise/contract/sales/returns/return-rules';
import { eq } from 'drizzle-orm';
import { readTimeZone } from '../../../foundations/settings/store-days.ts';
import type { FollowReturn } from '../../orders/shipping/follow-parcel.ts';
import { recordReturnEvent, updateReturn } from '../return-rows.ts';
import { readReturnSettings } from '../return-settings.ts';
import { returns } from '../returns.tables.ts';

/** Steps of a parcel that its carrier has. */
const onTheWay: readonly ParcelStatus[] = [
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'delivered',
  'return_to_sender',
  'failure',
];

/**
 * Moves a return with the steps of its parcel. A delivery begins the time to answer; what was in the parcel is received
 * by scan, because a carrier does not know.
 */
export const followReturn: FollowReturn = async (tx, { returnId, trackingNumber, steps }, now) => {
  const [row] = await tx.select().from(returns).where(eq(returns.id, returnId)).for('update');
  // A customer may have sent the parcel with another carrier.
  if (!row || row.trackingNumber !== trackingNumber) return;
  const by = { actorId: null, now };
  const first = steps.find(({ status }) => onTheWay.includes(status));
  if (row.state === 'approved' && first) {
    await updateReturn(tx, row.id, { state: 'sent', sentAt: first.at < now ? first.at : now }, now);
    await recordReturnEvent(tx, row.id, { kind: 'sent', detail: trackingNumber }, by);
  }
  const isOut = row.state === 'approved' || row.state === 'sent';
  if (!isOut || row.answerBy !== null || !steps.some(({ status }) => status === 'delivered')) return;
  const { answerDays } = await readReturnSettings(tx);
  const answerBy = answerDay(now, answerDays, await readTimeZone(tx));
  await updateReturn(tx, row.id, { answerBy }, now);
  await recordReturnEvent(tx, row.id, { kind: 'delivered', detail: trackingNumber }, by);
};
