import type { Order } from '@reprise/contract/orders';
import { getTableColumns, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { bumpStock } from '../catalog/catalog.tags.ts';
import { type StockLeft, takingStock } from '../catalog/change-stock.ts';
import type { Tx } from '../platform/database.ts';
import { newId } from '../platform/new-id.ts';
import { prepared } from '../platform/prepared.ts';
import type { EventRow, ItemRow, OrderRow } from './orders.queries.ts';
import { orderEvents, orderItems, orders } from './orders.tables.ts';
import { bumpSales } from './orders.tags.ts';

export type NewOrderRow = OrderRow & { idempotencyScope: string };

type NewOrderRows = { row: NewOrderRow; items: ItemRow[]; event: EventRow; actorId: string | null };

/**
 * Stores an order and takes its stock in one statement; the products are touched last, so that a sought-after one
 * is locked no longer than it takes to change it and commit. False where the order's key is bound already, or where
 * a product is gone, short or priced differently by now: then the transaction must not commit.
 */
export async function storeOrder(
  tx: Tx,
  order: Order,
  { row, items, event, actorId }: NewOrderRows,
): Promise<StockLeft[] | false> {
  const taken = await statement(tx, {
    order: asJson(orders, [{ ...row, placementAnswer: JSON.stringify(order) }]),
    items: asJson(orderItems, items),
    event: asJson(orderEvents, [event]),
    products: items.map((item) => item.productId),
    quantities: items.map((item) => item.quantity),
    prices: items.map((item) => item.unitPriceCents),
    movements: items.map(() => newId('mov')),
    orderId: row.id,
    actorId,
    now: row.createdAt.toISOString(),
  });
  if (taken.length < items.length) return false;
  bumpStock(tx, taken);
  bumpSales(tx);
  return taken;
}

const { searchText: _made, ...orderColumns } = getTableColumns(orders);

/** The rows of a placeholder, as `asJson` wrote them. */
function inserted(table: PgTable, columns: Record<string, { name: string }>, rows: string) {
  const names = sql.join(
    Object.values(columns).map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  return sql`insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${sql.placeholder(rows)}::json)`;
}

const statement = prepared<StockLeft>(
  'store order',
  sql`with wanted as materialized (
      select * from unnest(${sql.placeholder('products')}::text[], ${sql.placeholder('quantities')}::integer[],
        ${sql.placeholder('prices')}::integer[], ${sql.placeholder('movements')}::text[]
      ) as wanted (product_id, quantity, price_cents, movement_id)
    ), placed as (
      ${inserted(orders, orderColumns, 'order')}
      on conflict (idempotency_scope, idempotency_key) do nothing returning id
    ), listed as (
      ${inserted(orderItems, getTableColumns(orderItems), 'items')} where exists (select from placed) returning id
    ), begun as (
      ${inserted(orderEvents, getTableColumns(orderEvents), 'event')} where exists (select from placed) returning id
    ), ${takingStock(sql`(select count(*) from listed) > 0 and (select count(*) from begun) > 0`)}
    select product_id as "productId", name, stock_left as "left", change, category_id as "categoryId",
      model_key as "modelKey"
    from taken`,
);

/** Under the names that the columns have in the database. */
function asJson(table: PgTable, rows: Record<string, unknown>[]): string {
  const columns = Object.entries(getTableColumns(table));
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map(([key, column]) => [column.name, row[key]]))),
  );
}
