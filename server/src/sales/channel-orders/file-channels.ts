import type { FileResponse } from '@reprise/contract/endpoint';
import { addFormulaGuards } from '@reprise/contract/foundations/formula-guard';
import { Problem } from '@reprise/contract/problem';
import type { FileCells, FileChannel } from '@reprise/extension/file-channel';
import { stringify } from 'csv-stringify/sync';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { codeOf } from '../../catalog/feeds/feed-items.queries.ts';
import { products } from '../../catalog/products/products.tables.ts';
import type { Deps } from '../../deps.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { loadFileChannel } from '../../platform/shipped-extensions.ts';
import { dayMs } from '../../platform/time.ts';
import { type ChannelRow, findChannel, isByFile } from '../channels/channel-accounts.ts';
import { channelListings, channels } from '../channels/channels.tables.ts';
import { freeStock, isForSale, priceOf, quantityOf } from '../channels/listings.queries.ts';
import { orders } from '../orders/orders.tables.ts';
import { channelOrders } from './channel-orders.tables.ts';
import { shipmentOf } from './send-shipments.ts';

type FileDeps = Pick<Deps, 'db' | 'now'>;

const lines = ({ delimiter }: FileChannel, rows: FileCells[]) =>
  stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? addFormulaGuards(cell) : cell))),
    { delimiter, record_delimiter: 'windows' },
  );

/** Returns the listings of a channel as an offer file. A product without units, or off sale, has the quantity 0. */
export async function offersFile({ db }: FileDeps, id: string): Promise<FileResponse> {
  const channel = await findFileChannel({ db }, id);
  const files = await loadFileChannel();
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
    yield lines(files, [files.offers.columns]);
    for await (const rows of readInBatches(rowsAfter)) {
      if (rows.length === 0) continue;
      yield lines(
        files,
        rows.map(({ free, isSold, warranty, ...row }) =>
          files.offers.rowOf({
            ...row,
            quantity: quantityOf(channel, free, isSold),
            priceCents: priceOf(channel, row.priceCents),
            warranty: warranty.duration,
          }),
        ),
      );
    }
  }
  return { name: files.offers.fileName, pieces: pieces() };
}

/** Orders that were shipped this long ago are in the file. */
const shipmentDays = 30;
const maxShipments = 5000;

/** Returns the shipped orders of a channel as a file of their devices. */
export async function shipmentsFile({ db, now }: FileDeps, id: string): Promise<FileResponse> {
  await findFileChannel({ db }, id);
  const files = await loadFileChannel();
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
    yield lines(files, [files.shipments.columns]);
    for (const { sold } of shipped)
      yield lines(files, files.shipments.rowsOf(sold.externalId, await shipmentOf(db, sold)));
  }
  return { name: files.shipments.fileName, pieces: pieces() };
}

/** Returns the channel; throws VALIDATION_ERROR for one that does not work by files. */
export async function findFileChannel({ db }: Pick<FileDeps, 'db'>, id: string): Promise<ChannelRow> {
  const channel = await findChannel(db, id);
  if (isByFile(channel)) return channel;
  const { name } = await loadFileChannel();
  throw new Problem('VALIDATION_ERROR', `Only ${name} channels work by files.`);
}
