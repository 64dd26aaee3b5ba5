import type { StockMovement } from '@reprise/contract/catalog/products/stock-movement';
import { type Pagination, pageOf, paginationOf } from '@reprise/contract/paging';
import { count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../platform/database/database.ts';
import { stockMovements } from '../products.tables.ts';

// Orders and accounts depend on this slice, so their tables are named instead of imported to avoid an import cycle.
const orderNumber = sql<string | null>`(
  select order_number from orders where orders.id = ${stockMovements}.order_id
)`;

const actor = sql<string | null>`(
  select name from users where users.id = ${stockMovements}.actor_id and users.role = 'admin'
)`;

/** SQL: stock after this movement. The order matches the index of the ledger. */
const balance = sql<number>`(sum(${stockMovements.change}) over (
  partition by ${stockMovements.productId} order by ${stockMovements.createdAt}, ${stockMovements.id}
))::integer`;

/** Selects the movements of one product; the balance is the running sum over the selected rows. */
function selectMovements(db: Queryable, productId: string) {
  return db
    .select({
      id: stockMovements.id,
      change: stockMovements.change,
      reason: stockMovements.reason,
      note: stockMovements.note,
      orderNumber,
      actor,
      balance,
      createdAt: stockMovements.createdAt,
    })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId))
    .$dynamic();
}

type MovementRow = Awaited<ReturnType<typeof selectMovements>>[number];

const toMovement = (row: MovementRow): StockMovement => ({ ...row, createdAt: row.createdAt.toISOString() });

/** Returns a page of the stock ledger, newest first. */
export async function listStockMovements(
  db: Queryable,
  productId: string,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<{ movements: StockMovement[]; pagination: Pagination }> {
  const { page, limit, offset } = pageOf(query);
  const rows = await selectMovements(db, productId)
    .orderBy(desc(stockMovements.createdAt), desc(stockMovements.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db
    .select({ total: count() })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId));
  return { movements: rows.map(toMovement), pagination: paginationOf(page, limit, counted?.total ?? 0) };
}

export async function findNewestMovement(db: Queryable, productId: string): Promise<StockMovement> {
  const [row] = await selectMovements(db, productId)
    .orderBy(desc(stockMovements.createdAt), desc(stockMovements.id))
    .limit(1);
  if (!row) throw new Error(`The product ${productId} has no stock movement.`);
  return toMovement(row);
}
