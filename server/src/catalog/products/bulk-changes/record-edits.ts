import { isDeepStrictEqual } from 'node:util';
import { type ProductField, productFieldNames } from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct, ShownFields } from '@reprise/contract/catalog/products/products-admin';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../foundations/audit/actor.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { bulkChangeProducts, bulkChanges, type EditedFields } from './bulk-changes.tables.ts';
import { deleteOldChanges } from './record-change.ts';

/** Product before and after an edit. */
export type Edited = { before: AdminProduct; after: AdminProduct };
/** Facts of the configuration, which the product does not undo. */
const ofConfiguration = new Set<string>(['grams', 'gtins']);

/** Returns the values that an edit changed, before and after. */
function differenceOf({ before, after }: Edited): { before: EditedFields; after: EditedFields } {
  const names = [...productFieldNames, 'isDraft' as const].filter(
    (name: ProductField | 'isDraft') =>
      !isDeepStrictEqual(before[name], after[name]) &&
      !(after.modelKey !== null && ofConfiguration.has(name)),
  );
  const only = (product: AdminProduct) =>
    Object.fromEntries(names.map((name) => [name, product[name]])) as EditedFields;
  return { before: only(before), after: only(after) };
}

function rowsOf(edited: Edited[]) {
  return edited.flatMap((edit) => {
    const { before, after } = differenceOf(edit);
    if (Object.keys(after).length === 0) return [];
    return [{ productId: edit.before.id, name: edit.after.name, before, after }];
  });
}

/** Stores a change of one product; returns its id. */
async function insertChange(
  tx: Tx,
  { actorId, now }: Actor,
  change: (typeof bulkChanges.$inferInsert)['change'],
): Promise<string> {
  const id = newId('bch');
  await deleteOldChanges(tx, now);
  await tx.insert(bulkChanges).values({ id, actorId, change, productCount: 1, createdAt: now });
  return id;
}

/** Records the edit of one product for the list of changes and its undo; nothing if it changed nothing. */
export async function recordEdit(tx: Tx, edited: Edited, by: Actor): Promise<void> {
  const [row] = rowsOf([edited]);
  if (!row) return;
  const changeId = await insertChange(tx, by, { kind: 'edit', name: edited.after.name });
  await tx.insert(bulkChangeProducts).values({ changeId, ...row });
}

/** Fields of a product that was not in the store before. */
const addition: { before: ShownFields; after: ShownFields } = {
  before: { archived: true },
  after: { archived: false },
};

type NamedProduct = { id: string; name: string };

/** Records a product that a form or a call added; its undo archives it. */
export async function recordAddition(
  tx: Tx,
  { id: productId, name }: NamedProduct,
  by: Actor,
): Promise<void> {
  const changeId = await insertChange(tx, by, { kind: 'added', name });
  await tx.insert(bulkChangeProducts).values({ changeId, productId, name, ...addition });
}

/** Records that a product was deleted, for the list alone. */
export async function recordDeletion(tx: Tx, name: string, by: Actor): Promise<void> {
  await insertChange(tx, by, { kind: 'deleted', name });
}

type Imported = Actor & {
  importId: string;
  fileName: string;
  added: (NamedProduct & { isDraft: boolean })[];
  edited: Edited[];
};

/** Records a batch of an import: all batches of a file have one entry. */
export async function recordImport(
  tx: Tx,
  { importId, fileName, added, edited, actorId, now }: Imported,
): Promise<void> {
  const id = `bch_${importId}`;
  const onSale = added.filter(({ isDraft }) => !isDraft);
  const rows = [
    ...rowsOf(edited),
    ...onSale.map(({ id: productId, name }) => ({ productId, name, ...addition })),
  ].map((row) => ({ changeId: id, ...row }));
  if (rows.length + added.length === 0) return;
  await deleteOldChanges(tx, now);
  const change = { kind: 'imported' as const, importId, fileName, added: added.length };
  await tx
    .insert(bulkChanges)
    .values({ id, actorId, change, productCount: rows.length, createdAt: now })
    .onConflictDoUpdate({
      target: bulkChanges.id,
      set: {
        productCount: sql`${bulkChanges.productCount} + ${rows.length}`,
        change: sql`jsonb_set(${bulkChanges.change}, '{added}',
          to_jsonb((${bulkChanges.change} ->> 'added')::integer + ${added.length}::integer))`,
      },
    });
  if (rows.length > 0) await tx.insert(bulkChangeProducts).values(rows).onConflictDoNothing();
}
