import type { Order } from '@reprise/contract/sales/orders/order';
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { products, stockMovements } from '../../catalog/products/products.tables.ts';
import type { StockLeft } from '../../catalog/products/stock/change-stock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { databaseFault, sqlState } from '../../platform/database/database-fault.ts';
import { newId } from '../../platform/database/new-id.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { jobOutbox } from '../../platform/jobs/jobs.tables.ts';
import type { OutboxJob } from '../../platform/jobs/jobs.ts';
import { cacheInvalidations } from '../../platform/response-cache/cache-invalidations.tables.ts';
import { invalidationRow } from '../../platform/response-cache/invalidate-tags.ts';
import type { EventRow, ItemRow, OrderRow } from '../../sales/orders/orders.queries.ts';
import { orderEvents, orderItems, orders } from '../../sales/orders/orders.tables.ts';

/** An order ready to be inserted. */
export type PreparedOrder = {
  /** Response to the request. */
  order: Order;
  row: OrderRow & { idempotencyScope: string };
  items: ItemRow[];
  event: EventRow;
  actorId: string | null;
  mail: OutboxJob | null;
};

/**
 * Inserts orders, takes their stock and queues their mails in one statement. Product rows are updated last so that a
 * popular product is locked only until the commit; throws a conflict known to `isConcurrencyConflict` when a key
 * exists, a product changed or fewer than `atLeast` units would remain.
 */
export async function storeOrders(tx: Tx, prepared: PreparedOrder[], atLeast: number): Promise<StockLeft[]> {
  // Insert in key order so that two batches cannot deadlock on the unique index.
  const inOrder = prepared.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const items = inOrder.flatMap((order) => order.items.map((item) => ({ ...order, item })));
  const mails = inOrder.flatMap(({ mail }) => mail ?? []);
  const invalidation = invalidationRow(tx);
  return storeOrdersStatement(tx, {
    count: prepared.length,
    orders: asJson(
      orders,
      inOrder.map(({ row, order }) => ({ ...row, placementResponse: JSON.stringify(order) })),
    ),
    items: asJson(
      orderItems,
      items.map(({ item }) => item),
    ),
    events: asJson(
      orderEvents,
      inOrder.map(({ event }) => event),
    ),
    mails: asJson(jobOutbox, mails),
    mailCount: mails.length,
    orderIds: items.map(({ row }) => row.id),
    products: items.map(({ item }) => item.productId),
    quantities: items.map(({ item }) => item.quantity),
    prices: items.map(({ item }) => item.unitPriceCents),
    trackings: items.map(({ item }) => item.tracking),
    movements: items.map(() => newId('mov')),
    actors: items.map(({ actorId }) => actorId),
    times: items.map(({ row }) => row.createdAt.toISOString()),
    atLeast,
    invalidationId: invalidation?.id ?? null,
    tags: invalidation?.tags ?? null,
  });
}

function keyOf({ row }: PreparedOrder): string {
  return JSON.stringify([row.idempotencyScope, row.idempotencyKey]);
}

/** True if data an order was built from has changed, or its generated number is taken: read and build it again. */
export function isConcurrencyConflict(error: unknown): boolean {
  const state = sqlState(error);
  if (state === raisedConflict || state === limitsExceeded) return true;
  const fault = databaseFault(error);
  return fault?.kind === 'unique' && fault.constraint.includes('order_number');
}

/** SQLSTATE raised by the SQL function `assert_no_conflict`, and by no other: a test checks it. */
const raisedConflict = 'P0001';
/** SQLSTATE raised by the trigger `enforce_order_limits`. */
const limitsExceeded = 'OL001';

const { searchText: _generated, ...orderColumns } = getTableColumns(orders);

const value = sql.placeholder;

/** SQL: inserts the rows of a placeholder written by `asJson`. */
function inserted(table: PgTable, columns: Record<string, { name: string }>, rows: string) {
  const names = sql.join(
    Object.values(columns).map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  return sql`insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${value(rows)}::json)`;
}

const allPlaced = sql`(select count(*) from placed) = ${value('count')}::integer`;

export const storeOrdersStatement = prepared<StockLeft>(
  'store orders',
  sql`with lines as materialized (
      select * from unnest(${value('orderIds')}::text[], ${value('products')}::text[],
        ${value('quantities')}::integer[], ${value('prices')}::integer[], ${value('trackings')}::text[],
        ${value('movements')}::text[], ${value('actors')}::text[],
        ${value('times')}::timestamptz[]
      ) as line (order_id, product_id, quantity, price_cents, tracking, movement_id, actor_id, placed_at)
    ), placed as (
      ${inserted(orders, orderColumns, 'orders')}
      on conflict (idempotency_scope, idempotency_key) do nothing returning id
    ), stored_items as (
      ${inserted(orderItems, getTableColumns(orderItems), 'items')} where ${allPlaced} returning id
    ), timeline as (
      ${inserted(orderEvents, getTableColumns(orderEvents), 'events')} where ${allPlaced} returning id
    ), mailed as (
      ${inserted(jobOutbox, getTableColumns(jobOutbox), 'mails')} where ${allPlaced} returning id
    ), invalidated as (
      insert into ${cacheInvalidations} (id, tags)
      select ${value('invalidationId')}::text, ${value('tags')}::text[]
      where ${value('invalidationId')}::text is not null and ${allPlaced}
    ), wanted as materialized (
      select product_id, price_cents, tracking, sum(quantity)::integer as quantity from lines
      group by product_id, price_cents, tracking
    ), locked as materialized (
      select wanted.* from wanted join ${products} on ${products.id} = wanted.product_id
      where (select count(*) from stored_items) > 0 and (select count(*) from timeline) > 0
        and (select count(*) from mailed) = ${value('mailCount')}::integer
      order by ${products.id} for no key update of ${products}
    ), taken as (
      update ${products} set stock_count = ${products.stockCount} - locked.quantity
      from locked
      where ${products.id} = locked.product_id and ${products.priceCents} = locked.price_cents
        and ${products.tracking} = locked.tracking
        and ${products.stockCount} - locked.quantity >= ${value('atLeast')}::integer
        and ${products.archivedAt} is null
      returning ${products.id} as product_id, ${products.name}, ${products.stockCount} as stock_left,
        -locked.quantity as change, ${products.categoryId} as category_id, ${products.modelKey} as model_key
    ), ledger as (
      insert into ${stockMovements} (id, product_id, change, reason, note, order_id, actor_id, created_at)
      select movement_id, product_id, -quantity, 'order', '', order_id, actor_id, placed_at
      from lines join taken using (product_id)
    )
    select product_id as "productId", name, stock_left as "left", change, category_id as "categoryId",
      model_key as "modelKey",
      assert_no_conflict((select count(*) from taken) = (select count(*) from wanted))
    from (select) as always left join taken on true`,
);

const columnsOf = new WeakMap<PgTable, [key: string, name: string][]>();

/** Returns the rows as JSON under their database column names. */
function asJson(table: PgTable, rows: Record<string, unknown>[]): string {
  const columns =
    columnsOf.get(table) ??
    Object.entries(getTableColumns(table)).map(([key, column]): [string, string] => [key, column.name]);
  columnsOf.set(table, columns);
  return JSON.stringify(
    rows.map((row) => {
      const named: Record<string, unknown> = {};
      for (const [key, name] of columns) named[name] = row[key];
      return named;
    }),
  );
}
