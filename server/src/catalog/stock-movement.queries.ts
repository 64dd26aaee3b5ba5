import type { StockMovement } from '@reprise/contract/catalog';
import { type Pagination, pageOf, paginationOf } from '@reprise/contract/paging';
import { count, desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '../platform/database.ts';
import { stockMovements } from './catalog.tables.ts';

// The order slice builds on this one, so its table is named here and not imported.
const orderNumber = sql<string | null>`(
  select order_number from orders where orders.id = ${stockMovements}.order_id
)`;

function selectMovements(db: Queryable) {
  return db
    .select({
      id: stockMovements.id,
      change: stockMovements.change,
      reason: stockMovements.reason,
      note: stockMovements.note,
      orderNumber,
      createdAt: stockMovements.createdAt,
    })
    .from(stockMovements)
    .$dynamic();
}

type MovementRow = Awaited<ReturnType<typeof selectMovements>>[number];

const toMovement = (row: MovementRow): StockMovement => ({ ...row, createdAt: row.createdAt.toISOString() });

/** The ledger of a product, newest first. */
export async function listStockMovements(
  db: Queryable,
  productId: string,
  query: { page?: number | undefined; limit?: number | undefined },
): Promise<{ movements: StockMovement[]; pagination: Pagination }> {
  const { page, limit, offset } = pageOf(query);
  const ofProduct = eq(stockMovements.productId, productId);
  const rows = await selectMovements(db)
    .where(ofProduct)
    .orderBy(desc(stockMovements.createdAt), desc(stockMovements.id))
    .limit(limit)
    .offset(offset);
  const [counted] = await db.select({ total: count() }).from(stockMovements).where(ofProduct);
  return { movements: rows.map(toMovement), pagination: paginationOf(page, limit, counted?.total ?? 0) };
}

export async function findNewestMovement(db: Queryable, productId: string): Promise<StockMovement> {
  const [row] = await selectMovements(db)
    .where(eq(stockMovements.productId, productId))
    .orderBy(desc(stockMovements.createdAt), desc(stockMovements.id))
    .limit(1);
  if (!row) throw new Error(`The product ${productId} has no stock movement.`);
  return toMovement(row);
}
