import { Problem } from '@reprise/contract/problem';
import { and, eq, inArray } from 'drizzle-orm';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import type { Deps } from '../platform/deps.ts';
import type { JobRun } from '../platform/jobs/jobs.ts';
import type { Column } from './csv-columns.ts';
import { checkImportRows } from './imports.jobs.ts';
import { productImportRows, productImports } from './imports.tables.ts';
import { type PlannedRow, planBatch } from './plan-batch.ts';
import { outcomeOf } from './plan-row.ts';
import { batchesOf, dataRowsOf, type FileRow, readColumns, unpacked } from './read-file.ts';

const batchRows = 250;

/** How long one run works before it makes room for others; the next goes on where it stopped. */
export const runMs = 40_000;

/** Finds out what each row would do. Changes nothing but what the import knows of itself. */
export async function checkImport(
  deps: Pick<Deps, 'db' | 'now'>,
  importId: string,
  run: JobRun,
): Promise<void> {
  const [found] = await deps.db.select().from(productImports).where(eq(productImports.id, importId));
  if (found?.state !== 'checking' || !found.content) return;
  try {
    await checkRows(deps, { importId, content: await unpacked(found.content), done: found.checkedRows }, run);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await failImport(deps, importId, error.message);
  }
}

type Work = { importId: string; content: Buffer; done: number };

async function checkRows(
  { db }: Pick<Deps, 'db'>,
  { importId, content, done }: Work,
  run: JobRun,
): Promise<void> {
  const head = await readColumns(content);
  const began = performance.now();
  let checked = done;
  for await (const rows of batchesOf(dataRowsOf(content), batchRows, done)) {
    const goesOn = performance.now() - began < runMs && !run.signal.aborted;
    const next = checked + rows.length;
    const mine = await inTransaction(db, async (tx) => {
      if (!(await advance(tx, importId, checked, next))) return false;
      await keepRows(tx, importId, await planRows(tx, importId, head, rows));
      if (!goesOn) await run.enqueue(tx, checkImportRows, { importId });
      return true;
    });
    if (!mine || !goesOn) return;
    checked = next;
  }
  await inTransaction(db, (tx) =>
    tx
      .update(productImports)
      .set({ state: 'checked' })
      .where(and(eq(productImports.id, importId), eq(productImports.state, 'checking'))),
  );
}

/** Takes these rows on; false where another run has done so or the import was stopped. */
async function advance(tx: Tx, importId: string, from: number, to: number): Promise<boolean> {
  const taken = await tx
    .update(productImports)
    .set({ checkedRows: to })
    .where(
      and(
        eq(productImports.id, importId),
        eq(productImports.state, 'checking'),
        eq(productImports.checkedRows, from),
      ),
    )
    .returning({ id: productImports.id });
  return taken.length === 1;
}

async function planRows(tx: Tx, importId: string, head: Column[], rows: FileRow[]): Promise<PlannedRow[]> {
  const planned = await planBatch(tx, head, rows);
  const earlier = await rowsOfSkus(tx, importId, planned);
  return planned.map((row) => {
    if (row.plan.outcome === 'refused') return row;
    const first = earlier.get(row.sku);
    if (first === undefined) {
      earlier.set(row.sku, row.number);
      return row;
    }
    const message = `${row.sku} stands in row ${first} already`;
    return { ...row, plan: { outcome: 'refused', faults: [{ field: 'sku', message }] } };
  });
}

/** In which row of the file each SKU stood first. */
async function rowsOfSkus(tx: Tx, importId: string, planned: PlannedRow[]): Promise<Map<string, number>> {
  const skus = planned.map(({ sku }) => sku);
  const found = await tx
    .select({ sku: productImportRows.sku, number: productImportRows.number })
    .from(productImportRows)
    .where(and(eq(productImportRows.importId, importId), inArray(productImportRows.sku, skus)));
  return new Map(found.map(({ sku, number }) => [sku, number]));
}

async function keepRows(tx: Tx, importId: string, planned: PlannedRow[]): Promise<void> {
  await tx
    .insert(productImportRows)
    .values(
      planned.map(({ number, sku, name, plan }) => ({ importId, number, sku, name, ...outcomeOf(plan) })),
    );
}

/** Says why it ended; the file is kept, so that a look at it explains. */
export async function failImport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  importId: string,
  message: string,
): Promise<void> {
  await inTransaction(db, (tx) =>
    tx
      .update(productImports)
      .set({ state: 'failed', message, finishedAt: now() })
      .where(eq(productImports.id, importId)),
  );
}
