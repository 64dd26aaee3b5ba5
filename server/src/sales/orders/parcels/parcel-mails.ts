import { carrierPage } from '@reprise/contract/sales/orders/carriers';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { MailReaders } from '../../../foundations/notifications/mail-requests.ts';
import { accessTokenOf } from '../order-access.ts';
import { orderColumns, readOrder } from '../orders.queries.ts';
import { orders } from '../orders.tables.ts';
import { parcels } from './parcels.tables.ts';

type MailDeps = Pick<Deps, 'db' | 'environment' | 'secret' | 'now'>;

/** Reader of the mail about a parcel; null once it was taken back. */
export function parcelMailReaders(deps: MailDeps): Pick<MailReaders, 'parcel-shipped'> {
  const { db, environment, secret, now } = deps;
  return {
    'parcel-shipped': async ({ kind, eventKey, parcelId }) => {
      const [found] = await db
        .select({ row: parcels, order: orderColumns })
        .from(parcels)
        .innerJoin(orders, eq(orders.id, parcels.orderId))
        .where(eq(parcels.id, parcelId));
      if (!found || found.order.email === '') return null;
      const { row, order } = found;
      const shown = await readOrder(db, order.id);
      const sent = shown.parcels ?? [];
      const inParcel = sent.find(({ id }) => id === parcelId)?.items ?? [];
      const rest = shown.items.flatMap(({ product, quantity, refundedQuantity = 0 }) => {
        const gone = sent
          .flatMap(({ items }) => items)
          .filter((item) => item.product.id === product.id)
          .reduce((sum, item) => sum + item.quantity, 0);
        const left = quantity - refundedQuantity - gone;
        return left > 0 ? [`${left} × ${product.name}`] : [];
      });
      const token = accessTokenOf(secret, order, now());
      const { carrier, trackingNumber, latestDelivery } = row;
      return {
        kind,
        eventKey,
        carrier,
        trackingNumber,
        rest,
        to: order.email,
        firstName: order.firstName,
        orderNumber: order.orderNumber,
        items: inParcel.map(({ product, quantity }) => `${quantity} × ${product.name}`),
        trackingUrl: carrierPage(carrier, trackingNumber),
        latestDelivery: latestDelivery?.toISOString() ?? null,
        url: `${environment.publicUrl}/orders/${order.orderNumber}#token=${token}`,
      };
    },
  };
}
