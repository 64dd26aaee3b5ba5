import type { BulkChangeRecord, ChangedProduct } from '@reprise/contract/catalog/products/bulk-changes';
import {
  fieldText,
  type ProductField,
  productFieldNames,
  yesOrNo,
} from '@reprise/contract/catalog/products/product-fields';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { truncate } from '@reprise/extension/truncate';
import { asc, count, desc, eq, type SQL, sql } from 'drizzle-orm';
import { deletedUser } from '../../../foundations/audit/actor.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { familyChanges } from '../families/family-changes.tables.ts';
import {
  bulkChangeProducts,
  bulkChanges,
  type EditedFields,
  type RecordedFields,
} from './bulk-changes.tables.ts';
import { undoUntil, withoutUndo } from './undo-time.ts';

/** Returns the names of accounts by id. */
export type NamesOf = (db: Queryable, ids: string[]) => Promise<Map<string, string>>;

type Paging = { page?: number | undefined; limit?: number | undefined };

/** Returns a page of changes, newest first. */
export async function listBulkChanges(db: Queryable, query: Paging, namesOf: NamesOf) {
  const { page, limit, offset } = pageOf(query);
  const [counted] = await db.select({ total: count() }).from(bulkChanges);
  const changes = await readChanges(db, { limit, offset }, namesOf);
  return { changes, pagination: paginationOf(page, limit, counted?.total ?? 0) };
}

/** Returns a page of the products of a change; costs only for those who see them. */
export async function listChangedProducts(
  db: Queryable,
  { id, seesCosts, ...query }: Paging & { id: string; seesCosts: boolean },
  namesOf: NamesOf,
) {
  const { page, limit, offset } = pageOf(query);
  const [change] = await readChanges(db, { limit: 1, offset: 0, where: eq(bulkChanges.id, id) }, namesOf);
  if (!change) throw new Problem('NOT_FOUND', 'Change not found');
  const isOfChange = eq(bulkChangeProducts.changeId, id);
  const [counted] = await db.select({ total: count() }).from(bulkChangeProducts).where(isOfChange);
  const rows = await db
    .select({
      id: bulkChangeProducts.productId,
      name: bulkChangeProducts.name,
      before: bulkChangeProducts.before,
      after: bulkChangeProducts.after,
      undo: bulkChangeProducts.undo,
      reason: bulkChangeProducts.reason,
    })
    .from(bulkChangeProducts)
    .where(isOfChange)
    .orderBy(asc(bulkChangeProducts.name), asc(bulkChangeProducts.productId))
    .limit(limit)
    .offset(offset);
  const isEdit = ['edit', 'added', 'imported'].includes(change.change.kind);
  const products: ChangedProduct[] = rows.map(({ before, after, ...row }) =>
    isEdit
      ? { ...row, before: {}, after: {}, fields: textsOf(before, after, seesCosts) }
      : { ...row, before, after, fields: [] },
  );
  return { change, products, pagination: paginationOf(page, limit, counted?.total ?? 0) };
}

/** Length up to which the list shows a value. */
const maxText = 300;

/** Returns the fields that an edit changed, as people read them. */
function textsOf(
  before: RecordedFields,
  after: RecordedFields,
  seesCosts: boolean,
): ChangedProduct['fields'] {
  if (before.archived !== undefined) return [{ field: 'added', before: '', after: 'yes' }];
  const textOf = (name: ProductField | 'isDraft', fields: EditedFields) =>
    name === 'isDraft'
      ? yesOrNo(fields.isDraft ?? false)
      : truncate(fieldText(name, fields[name] as never), maxText);
  // The database does not keep the order of the fields.
  return [...productFieldNames, 'isDraft' as const]
    .filter((name) => name in after && (seesCosts || name !== 'unitCost'))
    .map((name) => ({ field: name, before: textOf(name, before), after: textOf(name, after) }));
}

async function readChanges(
  db: Queryable,
  { limit, offset, where }: { limit: number; offset: number; where?: SQL },
  namesOf: NamesOf,
): Promise<BulkChangeRecord[]> {
  const countOf = (undo: 'undone' | 'conflict') =>
    sql<number>`(select count(*)::int from ${bulkChangeProducts}
      where ${bulkChangeProducts.changeId} = ${bulkChanges.id} and ${bulkChangeProducts.undo} = ${undo})`;
  const rows = await db
    .select({
      id: bulkChanges.id,
      actorId: bulkChanges.actorId,
      change: bulkChanges.change,
      productCount: bulkChanges.productCount,
      createdAt: bulkChanges.createdAt,
      undoneCount: countOf('undone'),
      conflictCount: countOf('conflict'),
      familiesUndoneAt: familyChanges.undoneAt,
    })
    .from(bulkChanges)
    .leftJoin(familyChanges, sql`${familyChanges.id} = ${bulkChanges.change} ->> 'familyChangeId'`)
    .where(where)
    .orderBy(desc(bulkChanges.createdAt), desc(bulkChanges.id))
    .limit(limit)
    .offset(offset);
  const names = await namesOf(
    db,
    rows.flatMap(({ actorId }) => actorId ?? []),
  );
  return rows.map(({ actorId, createdAt, familiesUndoneAt, ...row }) => ({
    ...row,
    undoneCount: familiesUndoneAt ? row.productCount : row.undoneCount,
    withoutUndo: withoutUndo({ ...row, createdAt }),
    actorName: actorId && (names.get(actorId) ?? deletedUser),
    createdAt: createdAt.toISOString(),
    undoUntil: undoUntil({ ...row, createdAt })?.toISOString() ?? null,
  }));
}
