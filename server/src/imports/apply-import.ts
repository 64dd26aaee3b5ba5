import { setImmediate } from 'node:timers/promises';
import type { RowOutcome } from '@reprise/contract/imports';
import { Problem } from '@reprise/contract/problem';
import { and, between, eq, sql } from 'drizzle-orm';
import { addProducts } from '../catalog/create-product.ts';
import { editProduct } from '../catalog/update-product.ts';
import { recordAudit } from '../platform/audit.ts';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import { failImport, runMs } from './check-import.ts';
import type { Column, Fault } from './csv-columns.ts';
import { applyImportRows } from './imports.jobs.ts';
import { productImportRows, productImports } from './imports.tables.ts';
import { type PlannedRow, planBatch } from './plan-batch.ts';
import { type Change, outcomeOf } from './plan-row.ts';
import { batchesOf, dataRowsOf, type FileRow, readColumns, unpacked } from './read-file.ts';

type StoredImport = typeof productImports.$inferSelect;
type ApplyDeps = Pick<Deps, 'db' | 'now'>;

/** Few enough that whoever waits for the embedded database's one connection does not wait long. */
const batchRows = 50;

/**
 * Carries a checked import out. Rows and how far it is are committed together, so that whoever is killed in
 * between has neither done half a row nor does one twice.
 */
export async function applyImport(deps: ApplyDeps, importId: string, run: JobRun): Promise<void> {
  const [found] = await deps.db.select().from(productImports).where(eq(productImports.id, importId));
  if (found?.state !== 'applying' || !found.content) return;
  const content = await unpacked(found.content);
  const head = await readColumns(content);
  if (found.wholeOrNothing) await applyWhole(deps, found, head, content);
  else await applyInBatches(deps, found, head, content, run);
}

async function applyInBatches(
  deps: ApplyDeps,
  stored: StoredImport,
  head: Column[],
  content: Buffer,
  run: JobRun,
): Promise<void> {
  const began = performance.now();
  let applied = stored.appliedRows;
  for await (const rows of batchesOf(dataRowsOf(content), batchRows, applied)) {
    if (performance.now() - began > runMs || run.signal.aborted) {
      await inTransaction(deps.db, (tx) => run.enqueue(tx, applyImportRows, { importId: stored.id }));
      return;
    }
    const done = await applyBatch(deps, stored, head, rows, applied);
    if (!done) return;
    applied += rows.length;
  }
  await inTransaction(deps.db, (tx) => finish(tx, stored, deps.now()));
}

/** All rows in one transaction; where one of them fails now that was good when checked, each by itself. */
async function applyBatch(
  deps: ApplyDeps,
  stored: StoredImport,
  head: Column[],
  rows: FileRow[],
  applied: number,
): Promise<boolean> {
  try {
    return await inTransaction(deps.db, (tx) => applyRows(tx, stored, head, rows, applied, deps.now()));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  for (const [at, row] of rows.entries()) {
    if (!(await applyAlone(deps, stored, head, row, applied + at))) return false;
  }
  return true;
}

async function applyAlone(
  deps: ApplyDeps,
  stored: StoredImport,
  head: Column[],
  row: FileRow,
  applied: number,
): Promise<boolean> {
  try {
    return await inTransaction(deps.db, (tx) => applyRows(tx, stored, head, [row], applied, deps.now()));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const faults = error.errors ?? [{ field: 'row', message: error.message }];
    return inTransaction(deps.db, async (tx) => {
      if (!(await advance(tx, stored.id, applied, applied + 1))) return false;
      const result = {
        number: row.number,
        outcome: 'refused',
        productId: null,
        faults,
        changes: [],
      } as const;
      await keepResults(tx, stored.id, [{ ...result, changes: [] }]);
      return true;
    });
  }
}

async function applyWhole(
  deps: ApplyDeps,
  stored: StoredImport,
  head: Column[],
  content: Buffer,
): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      let applied = 0;
      for await (const rows of batchesOf(dataRowsOf(content), batchRows, 0)) {
        if (!(await applyRows(tx, stored, head, rows, applied, deps.now()))) return;
        applied += rows.length;
      }
      await finish(tx, stored, deps.now());
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await failImport(deps, stored.id, `${error.message} Nothing of the file was imported.`);
  }
}

/** false where another run has taken these rows on or the import was stopped. */
async function applyRows(
  tx: Tx,
  stored: StoredImport,
  head: Column[],
  rows: FileRow[],
  applied: number,
  now: Date,
): Promise<boolean> {
  if (!(await advance(tx, stored.id, applied, applied + rows.length))) return false;
  // Planned again: between the check and now the shop may have changed. What the check refused stays refused.
  const refused = await refusedRows(tx, stored.id, rows);
  const planned = await planBatch(
    tx,
    head,
    rows.filter(({ number }) => !refused.has(number)),
  );
  const results: RowResult[] = [];
  for (const row of await addCreated(tx, stored, planned, now)) {
    results.push(await applyRow(tx, stored, row, now));
    // The embedded database answers within the same turn of the event loop: without this nobody else would get one.
    await setImmediate();
  }
  await keepResults(tx, stored.id, results);
  return true;
}

type RowResult = {
  number: number;
  outcome: RowOutcome;
  productId: string | null;
  faults: Fault[];
  changes: Change[];
};

/** Enough that a statement is worth its way, few enough that others get their turn of the embedded database. */
const addedAtOnce = 10;

/** Adds the products of rows that create one; all rows come back, these with the id of theirs. */
async function addCreated(
  tx: Tx,
  { actorId }: StoredImport,
  planned: PlannedRow[],
  now: Date,
): Promise<PlannedRow[]> {
  const created = planned.flatMap(({ number, plan }) =>
    plan.outcome === 'create' ? [{ number, input: plan.input }] : [],
  );
  const ids = new Map<number, string>();
  for (let at = 0; at < created.length; at += addedAtOnce) {
    const some = created.slice(at, at + addedAtOnce);
    const inputs = some.map(({ input }) => ({ ...input, createdAt: now }));
    const added = await addProducts(tx, inputs, actorId);
    for (const [index, { number }] of some.entries()) ids.set(number, added[index] ?? '');
    await setImmediate();
  }
  return planned.map((row) => ({ ...row, productId: ids.get(row.number) ?? row.productId }));
}

async function applyRow(tx: Tx, stored: StoredImport, row: PlannedRow, now: Date): Promise<RowResult> {
  const { plan, number } = row;
  const by = { actorId: stored.actorId, now };
  const result = { number, ...outcomeOf(plan), productId: row.productId };
  if (plan.outcome === 'change' && row.productId) {
    await editProduct(tx, row.productId, plan.input, { ...by, note: `Import of ${stored.fileName}` });
  }
  if (plan.outcome === 'refused' && stored.wholeOrNothing) {
    throw new Problem('VALIDATION_ERROR', `Row ${number} is refused: ${plan.faults[0]?.message}.`);
  }
  return result;
}

async function refusedRows(tx: Tx, importId: string, rows: FileRow[]): Promise<Set<number>> {
  const { number, outcome } = productImportRows;
  const found = await tx
    .select({ number })
    .from(productImportRows)
    .where(
      and(
        eq(productImportRows.importId, importId),
        eq(outcome, 'refused'),
        between(number, rows.at(0)?.number ?? 0, rows.at(-1)?.number ?? 0),
      ),
    );
  return new Set(found.map((row) => row.number));
}

async function keepResults(tx: Tx, importId: string, results: RowResult[]): Promise<void> {
  if (results.length === 0) return;
  const rows = results.map(
    ({ number, outcome, productId, faults, changes }) =>
      sql`(${number}::integer, ${outcome}::text, ${productId}::text, ${JSON.stringify(faults)}::jsonb, ${JSON.stringify(changes)}::jsonb)`,
  );
  await tx.execute(sql`
    update ${productImportRows} set outcome = done.outcome, product_id = done.product_id,
      faults = done.faults, changes = done.changes, applied = done.outcome <> 'refused'
    from (values ${sql.join(rows, sql`, `)}) as done (number, outcome, product_id, faults, changes)
    where ${productImportRows.importId} = ${importId} and ${productImportRows.number} = done.number`);
}

/** Takes these rows on, in the transaction that carries them out. */
async function advance(tx: Tx, importId: string, from: number, to: number): Promise<boolean> {
  const taken = await tx
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
  return taken.length === 1;
}

async function finish(tx: Tx, { id, actorId, fileName, totalRows }: StoredImport, now: Date): Promise<void> {
  const done = await tx
    .update(productImports)
    // The file has served; what it did stands in the rows.
    .set({ state: 'done', finishedAt: now, content: null })
    .where(and(eq(productImports.id, id), eq(productImports.state, 'applying')))
    .returning({ id: productImports.id });
  if (done.length === 0) return;
  await recordAudit(tx, {
    actorId,
    action: 'import products',
    subject: `import ${id}`,
    after: { fileName, totalRows },
  });
}
