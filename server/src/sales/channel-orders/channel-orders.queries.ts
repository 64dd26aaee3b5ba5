import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import type { ChannelOrder, ShortSale } from '@reprise/contract/sales/channel-orders';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { findOrderRow } from '../orders/orders.queries.ts';
import { orderItems, orders } from '../orders/orders.tables.ts';
import { channelOrders } from './channel-orders.tables.ts';

type ChannelOrderRow = typeof channelOrders.$inferSelect;

/** Returns what the channel says about an order, by id or number. */
export async function readChannelOrder(
  db: Queryable,
  reference: string,
): Promise<ChannelOrder & { orderId: string }> {
  const order = await findOrderRow(db, reference);
  const [row] = order ? await db.select().from(channelOrders).where(eq(channelOrders.orderId, order.id)) : [];
  if (!row) throw new Problem('NOT_FOUND', 'This order came from no sales channel.');
  return {
    orderId: row.orderId,
    channel: row.channelName,
    number: row.externalId,
    buyerPaid: row.buyerPaidCents,
    taxCollected: row.taxCollectedCents,
    fee: row.feeCents,
    check: order?.paymentStatus === 'unpaid' ? row.checkReason : '',
    shipment: {
      state: shipmentStateOf(row),
      failure: row.shipmentFailure,
      sentAt: row.shipmentSentAt?.toISOString() ?? null,
    },
  };
}

function shipmentStateOf({ isByHand, shipmentSentAt, shipmentFailure }: ChannelOrderRow) {
  if (isByHand) return 'by-hand' as const;
  if (shipmentSentAt) return 'sent' as const;
  return shipmentFailure === '' ? ('waiting' as const) : ('failed' as const);
}

/** Returns the lines of open orders of channels that sold more than there was. */
export async function listShortSales(
  db: Queryable,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<{ shortSales: ShortSale[]; pagination: ReturnType<typeof paginationOf> }> {
  const { page, limit, offset } = pageOf(query);
  const short = sql<number>`${orderItems.shortQuantity} - (${orderItems.refundedQuantity} - ${orderItems.returnedQuantity})`;
  const isShort = and(
    sql`${orderItems.shortQuantity} > 0`,
    sql`${short} > 0`,
    inArray(orders.status, ['pending', 'processing']),
  );
  const from = () =>
    db
      .select({
        orderId: orders.id,
        orderNumber: orders.orderNumber,
        channel: channelOrders.channelName,
        product: { id: orderItems.productId, name: orderItems.name, sku: orderItems.sku },
        short: short.mapWith(Number),
        placedAt: orders.createdAt,
        total: sql<number>`(count(*) over ())::int`,
      })
      .from(orderItems)
      .innerJoin(channelOrders, eq(channelOrders.orderId, orderItems.orderId))
      .innerJoin(orders, eq(orders.id, orderItems.orderId))
      .where(isShort);
  const rows = await from().orderBy(asc(orders.createdAt), asc(orderItems.id)).limit(limit).offset(offset);
  return {
    shortSales: rows.map(({ total: _, placedAt, ...row }) => ({ ...row, placedAt: placedAt.toISOString() })),
    pagination: paginationOf(page, limit, rows[0]?.total ?? 0),
  };
}
