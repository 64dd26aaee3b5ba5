import { setImmediate } from 'node:timers/promises';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import type { RowOutcome } from '@reprise/contract/moving-in/imports';
import { Problem } from '@reprise/contract/problem';
import { and, between, eq, sql } from 'drizzle-orm';
import { recordImport } from '../../catalog/products/bulk-changes/record-edits.ts';
import { addProducts } from '../../catalog/products/create-product.ts';
import { assignFamilies } from '../../catalog/products/families/assign-families.ts';
import { addFormerSlugs } from '../../catalog/products/former-addresses/former-slugs.ts';
import { findProductsBySkus } from '../../catalog/products/listing/whole-admin-products.queries.ts';
import { lockStates } from '../../catalog/products/lock-states.ts';
import { editProduct } from '../../catalog/products/update-product.ts';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { batchesOf, dataRowsOf, type FileRow, unpack } from '../../foundations/spreadsheets/read-rows.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { JobRun } from '../../platform/jobs/define-job.ts';
import { failImport, runMs } from './check-import.ts';
import type { Fault } from './csv-columns.ts';
import { applyImportRows, copyImportImages } from './imports.jobs.ts';
import { productImportRows, productImports } from './imports.tables.ts';
import { hasWaitingImages, queueImages } from './other-shops/queue-images.ts';
import { type PlannedRow, planBatch } from './plan-batch.ts';
import { type Change, outcomeOf } from './plan-row.ts';
import { type FileLayout, readLayout } from './read-file.ts';

type StoredImport = typeof productImports.$inferSelect;
type ApplyDeps = Pick<Deps, 'db' | 'now' | 'alerts' | 'devices' | 'search'>;

/** An import being applied. */
type Applying = { deps: ApplyDeps; stored: StoredImport; layout: FileLayout };

/** Rows per transaction; small, so that other requests soon get the single connection of the embedded database. */
const batchSize = 50;

/**
 * Applies a checked import. Rows and progress are committed together, so that a killed process neither loses nor repeats
 * a row.
 */
export async function applyImport(deps: ApplyDeps, importId: string, run: JobRun): Promise<void> {
  const [stored] = await deps.db.select().from(productImports).where(eq(productImports.id, importId));
  if (stored?.state !== 'applying' || !stored.content) return;
  const content = await unpack(stored.content);
  const applying = { deps, stored, layout: await readLayout(content, stored) };
  if (stored.wholeOrNothing) await applyWhole(applying, content, run);
  else await applyInBatches(applying, content, run);
}

async function applyInBatches(applying: Applying, content: Buffer, run: JobRun): Promise<void> {
  const { deps, stored } = applying;
  const startedAt = performance.now();
  let applied = stored.appliedRows;
  for await (const rows of batchesOf(dataRowsOf(content), batchSize, applied)) {
    if (performance.now() - startedAt > runMs || run.signal.aborted) {
      await inTransaction(deps.db, (tx) => run.enqueue(tx, applyImportRows, { importId: stored.id }));
      return;
    }
    const done = await applyBatch(applying, rows, applied);
    if (!done) return;
    applied += rows.length;
  }
  await inTransaction(deps.db, (tx) => finish(tx, stored, { now: deps.now(), run }));
}

/** Applies all rows in one transaction; if one fails that passed the check, applies each in its own. */
async function applyBatch(applying: Applying, rows: FileRow[], applied: number): Promise<boolean> {
  try {
    return await inTransaction(applying.deps.db, (tx) => applyRows(tx, applying, rows, applied));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  for (const [index, row] of rows.entries()) {
    if (!(await applyRowAlone(applying, row, applied + index))) return false;
  }
  return true;
}

async function applyRowAlone(applying: Applying, row: FileRow, applied: number): Promise<boolean> {
  const { deps, stored } = applying;
  try {
    return await inTransaction(deps.db, (tx) => applyRows(tx, applying, [row], applied));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const faults = error.errors ?? [{ field: 'row', message: error.message }];
    return inTransaction(deps.db, async (tx) => {
      if (!(await claimRows(tx, stored.id, applied, applied + 1))) return false;
      const { number, cells } = row;
      const result: RowResult = { number, cells, outcome: 'refused', productId: null, faults, changes: [] };
      await storeResults(tx, stored.id, [result]);
      return true;
    });
  }
}

async function applyWhole(applying: Applying, content: Buffer, run: JobRun): Promise<void> {
  const { deps, stored } = applying;
  try {
    await inTransaction(deps.db, async (tx) => {
      let applied = 0;
      for await (const rows of batchesOf(dataRowsOf(content), batchSize, 0)) {
        if (!(await applyRows(tx, applying, rows, applied))) return;
        applied += rows.length;
      }
      await finish(tx, stored, { now: deps.now(), run });
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await failImport(deps, stored.id, `${error.message} No rows were imported.`);
  }
}

/** Returns false if another run claimed these rows or the import was stopped. */
async function applyRows(tx: Tx, applying: Applying, rows: FileRow[], applied: number): Promise<boolean> {
  const { deps, stored, layout } = applying;
  if (!(await claimRows(tx, stored.id, applied, applied + rows.length))) return false;
  // Plan again, because products may have changed since the check. Rows that the check rejected remain rejected.
  const rejected = await readRejectedRows(tx, stored.id, rows);
  const planned = await planBatch(
    tx,
    layout,
    rows.filter(({ number }) => !rejected.has(number)),
  );
  const results: RowResult[] = [];
  const before = await lockEdited(tx, planned);
  const added = await addCreated(tx, applying, planned);
  for (const row of added) {
    results.push(await applyRow(tx, applying, row));
    // Yield: the embedded database resolves within one event-loop tick, which would starve other requests.
    await setImmediate();
  }
  await storeResults(tx, stored.id, results);
  await recordBatch(tx, applying, { before, planned: added });
  const assignments = planned.flatMap(({ plan }) => ('family' in plan ? (plan.family ?? []) : []));
  await assignFamilies(tx, assignments, { actorId: stored.actorId, now: deps.now() });
  await addFormerSlugs(tx, added.flatMap(formerSlugOf), deps.now());
  if (stored.copyImages) {
    const written = results.filter(({ outcome }) => outcome === 'create' || outcome === 'change');
    await queueImages(
      tx,
      stored.id,
      written.flatMap(({ productId }) => productId ?? []),
    );
  }
  return true;
}

/** Locks the products that rows change and returns them, so that their undo knows what they were. */
async function lockEdited(tx: Tx, planned: PlannedRow[]): Promise<AdminProduct[]> {
  const edited = planned.flatMap(({ plan, productId, sku }) =>
    plan.outcome === 'change' && plan.input && productId ? [{ productId, sku }] : [],
  );
  await lockStates(
    tx,
    edited.map(({ productId }) => productId),
  );
  return findProductsBySkus(
    tx,
    edited.map(({ sku }) => sku),
  );
}

type Batch = { before: AdminProduct[]; planned: PlannedRow[] };

/** Adds what the rows changed to the list of changes of products. */
async function recordBatch(tx: Tx, { deps, stored }: Applying, { before, planned }: Batch): Promise<void> {
  const { id: importId, fileName, actorId } = stored;
  const after = await findProductsBySkus(
    tx,
    before.map(({ sku }) => sku),
  );
  const edited = before.flatMap((product) => {
    const next = after.find(({ id }) => id === product.id);
    return next ? [{ before: product, after: next }] : [];
  });
  const added = planned.flatMap(({ plan, productId, name }) =>
    plan.outcome === 'create' && productId
      ? [{ id: productId, name, isDraft: plan.input.isDraft === true }]
      : [],
  );
  await recordImport(tx, { importId, fileName, added, edited, actorId, now: deps.now() });
}

function formerSlugOf({ productId, plan }: PlannedRow): { slug: string; productId: string }[] {
  const slug = 'formerSlug' in plan ? plan.formerSlug : undefined;
  return slug && productId ? [{ slug, productId }] : [];
}

type RowResult = {
  number: number;
  cells: string[];
  outcome: RowOutcome;
  productId: string | null;
  faults: Fault[];
  changes: Change[];
};

/** Products per insert: amortizes the round trip without blocking the embedded database for long. */
const insertBatchSize = 10;

/** Adds the products of rows that create one; returns all rows, with the new product ids. */
async function addCreated(tx: Tx, { deps, stored }: Applying, planned: PlannedRow[]): Promise<PlannedRow[]> {
  const created = planned.flatMap(({ number, plan }) =>
    plan.outcome === 'create' ? [{ number, input: plan.input }] : [],
  );
  const ids = new Map<number, string>();
  const now = deps.now();
  for (let start = 0; start < created.length; start += insertBatchSize) {
    const batch = created.slice(start, start + insertBatchSize);
    const inputs = batch.map(({ input }) => ({ ...input, createdAt: now }));
    const added = await addProducts(tx, inputs, { actorId: stored.actorId, search: deps.search });
    for (const [index, { number }] of batch.entries()) ids.set(number, added[index] ?? '');
    await setImmediate();
  }
  return planned.map((row) => ({ ...row, productId: ids.get(row.number) ?? row.productId }));
}

async function applyRow(tx: Tx, { deps, stored }: Applying, row: PlannedRow): Promise<RowResult> {
  const { plan, number, cells } = row;
  const result = { number, cells, ...outcomeOf(plan), productId: row.productId };
  if (plan.outcome === 'change' && plan.input && row.productId) {
    await editProduct(tx, row.productId, plan.input, {
      actorId: stored.actorId,
      now: deps.now(),
      alerts: deps.alerts,
      devices: deps.devices,
      search: deps.search,
      note: `Import of ${stored.fileName}`,
    });
  }
  if (plan.outcome === 'refused' && stored.wholeOrNothing) {
    throw new Problem('VALIDATION_ERROR', `Row ${number} was rejected: ${plan.faults[0]?.message}.`);
  }
  return result;
}

async function readRejectedRows(tx: Tx, importId: string, rows: FileRow[]): Promise<Set<number>> {
  const { number, outcome } = productImportRows;
  const rejected = await tx
    .select({ number })
    .from(productImportRows)
    .where(
      and(
        eq(productImportRows.importId, importId),
        eq(outcome, 'refused'),
        between(number, rows.at(0)?.number ?? 0, rows.at(-1)?.number ?? 0),
      ),
    );
  return new Set(rejected.map((row) => row.number));
}

async function storeResults(tx: Tx, importId: string, results: RowResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(
    ({ number, cells, outcome, productId, faults, changes }) =>
      sql`(${number}::integer, ${sql.param(outcome === 'refused' ? cells : null)}::text[], ${outcome}::text, ${productId}::text, ${JSON.stringify(faults)}::jsonb, ${JSON.stringify(changes)}::jsonb)`,
  );
  await tx.execute(sql`
    update ${productImportRows} set outcome = done.outcome, product_id = done.product_id,
      faults = done.faults, changes = done.changes, cells = done.cells, applied = done.outcome <> 'refused'
    from (values ${sql.join(rows, sql`, `)}) as done (number, cells, outcome, product_id, faults, changes)
    where ${productImportRows.importId} = ${importId} and ${productImportRows.number} = done.number`);
}

/** Claims these rows in the transaction that applies them; returns false if another run did or the import was stopped. */
async function claimRows(tx: Tx, importId: string, from: number, to: number): Promise<boolean> {
  const claimed = await tx
    .update(productImports)
    .set({ appliedRows: to })
    .where(
      and(
        eq(productImports.id, importId),
        eq(productImports.state, 'applying'),
        eq(productImports.appliedRows, from),
      ),
    )
    .returning({ id: productImports.id });
  return claimed.length === 1;
}

async function finish(
  tx: Tx,
  { id, actorId, fileName, totalRows }: StoredImport,
  { now, run }: { now: Date; run: JobRun },
): Promise<void> {
  const done = await tx
    .update(productImports)
    // The rows have the results, so the file is deleted.
    .set({ state: 'done', finishedAt: now, content: null })
    .where(and(eq(productImports.id, id), eq(productImports.state, 'applying')))
    .returning({ id: productImports.id });
  if (done.length === 0) return;
  if (await hasWaitingImages(tx, id)) await run.enqueue(tx, copyImportImages, { importId: id });
  await recordAudit(tx, {
    actorId,
    action: 'import products',
    subject: `import ${id}`,
    after: { fileName, totalRows },
  });
}
