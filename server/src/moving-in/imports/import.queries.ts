import type { ImportedRow, ProductImport, RowOutcome } from '@reprise/contract/moving-in/imports';
import type { ImportImage, ImportImageState } from '@reprise/contract/moving-in/shop-export';
import { type Pagination, pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { productImportRows, productImports } from './imports.tables.ts';
import { productImportImages } from './other-shops/other-shops.tables.ts';
import { countImages } from './other-shops/queue-images.ts';

type Paging = { page?: number | undefined; limit?: number | undefined };

// All columns except the file content.
const columns = {
  id: productImports.id,
  fileName: productImports.fileName,
  shop: productImports.shop,
  state: productImports.state,
  unreadColumns: productImports.unreadColumns,
  totalRows: productImports.totalRows,
  checkedRows: productImports.checkedRows,
  appliedRows: productImports.appliedRows,
  wholeOrNothing: productImports.wholeOrNothing,
  message: productImports.message,
  startedBy: users.name,
  createdAt: productImports.createdAt,
  finishedAt: productImports.finishedAt,
};

function selectImports(db: Queryable) {
  return db
    .select(columns)
    .from(productImports)
    .leftJoin(users, eq(users.id, productImports.actorId))
    .$dynamic();
}

const isDoubted = sql`${productImportRows.doubts} <> '[]'::jsonb`;

type ImportRow = Awaited<ReturnType<typeof selectImports>>[number];

export async function findImport(db: Queryable, id: string): Promise<ProductImport> {
  const rows = await selectImports(db).where(eq(productImports.id, id));
  const [productImport] = await withCounts(db, rows);
  if (!productImport) throw new Problem('NOT_FOUND', 'Import not found.');
  return productImport;
}

export async function listImports(
  db: Queryable,
  query: Paging,
): Promise<{ imports: ProductImport[]; pagination: Pagination }> {
  const { page, limit, offset } = pageOf(query);
  const rows = await selectImports(db)
    .orderBy(desc(productImports.createdAt), desc(productImports.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(productImports);
  return { imports: await withCounts(db, rows), pagination: paginationOf(page, limit, total) };
}

async function withCounts(db: Queryable, rows: ImportRow[]): Promise<ProductImport[]> {
  if (rows.length === 0) return [];
  const { importId, outcome } = productImportRows;
  const doubted = sql<number>`(count(*) filter (where ${isDoubted}))::int`;
  const rowCounts = await db
    .select({ importId, outcome, rows: count(), doubted })
    .from(productImportRows)
    .where(
      inArray(
        importId,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(importId, outcome);
  const countOf = (id: string, outcome: RowOutcome) =>
    rowCounts.find((row) => row.importId === id && row.outcome === outcome)?.rows ?? 0;
  const doubtedOf = (id: string) =>
    rowCounts.filter((row) => row.importId === id).reduce((sum, row) => sum + row.doubted, 0);
  const imageCounts = await countImages(
    db,
    rows.map(({ id }) => id),
  );
  const imagesOf = (id: string, state?: ImportImageState) =>
    imageCounts
      .filter((row) => row.importId === id && (state === undefined || row.state === state))
      .reduce((sum, { images }) => sum + images, 0);
  return rows.map((row) => ({
    ...row,
    images: {
      total: imagesOf(row.id),
      copied: imagesOf(row.id, 'copied'),
      failed: imagesOf(row.id, 'failed'),
    },
    counts: {
      create: countOf(row.id, 'create'),
      change: countOf(row.id, 'change'),
      same: countOf(row.id, 'same'),
      refused: countOf(row.id, 'refused'),
    },
    doubted: doubtedOf(row.id),
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }));
}

export async function listImportRows(
  db: Queryable,
  id: string,
  query: Paging & { outcome?: RowOutcome | undefined; doubted?: boolean | undefined },
  seesCosts: boolean,
): Promise<{ rows: ImportedRow[]; pagination: Pagination }> {
  const { counts } = await findImport(db, id);
  const { page, limit, offset } = pageOf(query);
  const { importId, outcome, number } = productImportRows;
  const matching = and(
    eq(importId, id),
    query.outcome && eq(outcome, query.outcome),
    query.doubted ? isDoubted : undefined,
  );
  const rows = await db
    .select()
    .from(productImportRows)
    .where(matching)
    .orderBy(asc(number))
    .limit(limit)
    .offset(offset);
  const known = query.outcome
    ? counts[query.outcome]
    : counts.create + counts.change + counts.same + counts.refused;
  const total = query.doubted ? await db.$count(productImportRows, matching) : known;
  const shown = seesCosts ? rows : rows.map(withoutCosts);
  return { rows: shown, pagination: paginationOf(page, limit, total) };
}

type StoredRow = typeof productImportRows.$inferSelect;

/** Returns a row without the costs that another account imported. */
const withoutCosts = (row: StoredRow): StoredRow => ({
  ...row,
  changes: row.changes.filter(({ field }) => field !== 'unitCost'),
  faults: faultsWithoutCosts(row.faults),
});

/** Returns faults that do not quote a cost. */
export const faultsWithoutCosts = (faults: StoredRow['faults']): StoredRow['faults'] =>
  faults.map((fault) => (fault.field === 'unitCost' ? { ...fault, message: 'The cost is refused' } : fault));

export async function listImportImages(
  db: Queryable,
  id: string,
  query: Paging & { state?: ImportImageState | undefined },
): Promise<{ images: ImportImage[]; pagination: Pagination }> {
  await findImport(db, id);
  const { page, limit, offset } = pageOf(query);
  const { importId, productId, url, state, message } = productImportImages;
  const matching = and(eq(importId, id), query.state && eq(state, query.state));
  const images = await db
    .select({ url, productId, productName: sql<string>`coalesce(${products.name}, '')`, state, message })
    .from(productImportImages)
    .leftJoin(products, eq(products.id, productId))
    .where(matching)
    .orderBy(asc(productId), asc(url))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(productImportImages, matching);
  return { images, pagination: paginationOf(page, limit, total) };
}
