import type { Condition } from '@reprise/contract/catalog/conditions';
import type { Warranty } from '@reprise/contract/catalog/product';
import type { FileResponse } from '@reprise/contract/endpoint';
import { addFormulaGuards } from '@reprise/contract/operations/formula-guard';
import { Problem } from '@reprise/contract/problem';
import { stringify } from 'csv-stringify/sync';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { products } from '../../catalog/catalog.tables.ts';
import { type ChannelRow, findChannel } from '../../channels/channel-accounts.ts';
import { channelListings, channels } from '../../channels/channels.tables.ts';
import { freeStock, isForSale, priceOf, quantityOf } from '../../channels/listings.queries.ts';
import type { Deps } from '../../deps.ts';
import { codeOf } from '../../feeds/feed-items.queries.ts';
import { orders } from '../../orders/orders.tables.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { dayMs } from '../../platform/time.ts';
import { channelOrders } from '../channel-orders.tables.ts';
import { shipmentOf } from '../send-shipments.ts';

// Files of Back Market's back office, with the columns of its documentation: https://doc.backmarket.fr

type FileDeps = Pick<Deps, 'db' | 'now'>;

const lines = (rows: (string | number)[][]) =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? addFormulaGuards(cell) : cell))),
    { delimiter: ';', record_delimiter: 'windows' },
  );

const offerColumns = ['sku', 'ean', 'quantity', 'price', 'state', 'currency', 'warranty_delay'];

/** Back Market's grades by their numbers: 1 excellent, 2 good, 3 fair. */
const grades: Record<Condition, number> = { refurbished: 1, excellent: 1, good: 2, fair: 3 };

/** Returns the listings of a channel as an offer file. A product without units, or off sale, has the quantity 0. */
export async function offersFile({ db }: FileDeps, id: string): Promise<FileResponse> {
  const channel = await backMarketChannel({ db }, id);
  const rowsAfter = (last: { productId: string } | undefined, limit: number) =>
    db
      .select({
        productId: channelListings.productId,
        sku: channelListings.sku,
        gtin: codeOf('gtin'),
        free: freeStock,
        isSold: isForSale,
        priceCents: products.priceCents,
        condition: products.condition,
        warranty: products.warranty,
      })
      .from(channelListings)
      .innerJoin(channels, eq(channels.id, channelListings.channelId))
      .innerJoin(products, eq(products.id, channelListings.productId))
      .where(and(eq(channelListings.channelId, id), last && gt(channelListings.productId, last.productId)))
      .orderBy(asc(channelListings.productId))
      .limit(limit);
  async function* pieces() {
    yield lines([offerColumns]);
    for await (const rows of readInBatches(rowsAfter)) {
      if (rows.length === 0) continue;
      yield lines(
        rows.map((row) => [
          row.sku,
          row.gtin?.slice(-13) ?? '',
          quantityOf(channel, row.free, row.isSold),
          (priceOf(channel, row.priceCents) / 100).toFixed(2),
          grades[row.condition],
          'USD',
          monthsOf(row.warranty),
        ]),
      );
    }
  }
  return { name: 'back-market-offers.csv', pieces: pieces() };
}

/** Returns a warranty such as "1 year" in months; '' for one that is shorter or in other words. */
function monthsOf({ duration }: Warranty): number | string {
  const [, count = '', unit = ''] = /^(\d{1,3}) (month|year)s?$/i.exec(duration.trim()) ?? [];
  if (count === '') return '';
  return unit.toLowerCase() === 'year' ? Number(count) * 12 : Number(count);
}

const shipmentColumns = [
  'order_id',
  'orderline_id',
  'new_state',
  'tracking_number',
  'shipper',
  'imei',
  'serial_number',
];

/** Back Market's state of an order line that is on its way. */
const shippedState = 3;

/** Orders that were shipped this long ago are in the file. */
const shipmentDays = 30;
const maxShipments = 5000;

/** Returns the shipped orders of a channel, a row for each device: with its IMEI, else its serial number. */
export async function shipmentsFile({ db, now }: FileDeps, id: string): Promise<FileResponse> {
  await backMarketChannel({ db }, id);
  const since = new Date(now().getTime() - shipmentDays * dayMs);
  const shipped = await db
    .select({ sold: channelOrders })
    .from(channelOrders)
    .innerJoin(orders, eq(orders.id, channelOrders.orderId))
    .where(
      and(
        eq(channelOrders.channelId, id),
        sql`${orders.status} in ('shipped', 'delivered')`,
        gt(orders.updatedAt, since),
      ),
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(maxShipments);
  async function* pieces() {
    yield lines([shipmentColumns]);
    for (const { sold } of shipped) yield lines(await rowsOf({ db }, sold));
  }
  return { name: 'back-market-shipments.csv', pieces: pieces() };
}

async function rowsOf({ db }: Pick<FileDeps, 'db'>, sold: typeof channelOrders.$inferSelect) {
  const shipment = await shipmentOf(db, sold);
  const { number = '', carrier = '' } = shipment.tracking ?? {};
  return shipment.lines.flatMap(({ id, quantity, devices }) =>
    Array.from({ length: quantity }, (_, index) => {
      const device = devices[index] ?? '';
      const isImei = /^\d{15}$/.test(device);
      return [sold.externalId, id, shippedState, number, carrier, isImei ? device : '', isImei ? '' : device];
    }),
  );
}

export async function backMarketChannel({ db }: Pick<FileDeps, 'db'>, id: string): Promise<ChannelRow> {
  const channel = await findChannel(db, id);
  if (channel.kind === 'back-market') return channel;
  throw new Problem('VALIDATION_ERROR', 'Only Back Market channels work by files.');
}
