import { Problem } from '@reprise/contract/problem';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { batchesOf, dataRowsOf, type FileRow, unpack } from '../../foundations/spreadsheets/read-rows.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import type { JobRun } from '../../platform/jobs/define-job.ts';
import type { Fault } from './csv-columns.ts';
import { checkImportRows } from './imports.jobs.ts';
import { productImportRows, productImports } from './imports.tables.ts';
import { type PlannedRow, planBatch } from './plan-batch.ts';
import { alikeFault } from './plan-offers.ts';
import { outcomeOf } from './plan-row.ts';
import { type FileLayout, readLayout, type StoredLayout } from './read-file.ts';

const batchSize = 250;

/** Maximum duration of a run; the next one continues where it stopped. */
export const runMs = 40_000;

/** Plans every row and stores the outcomes; changes no products. */
export async function checkImport(
  deps: Pick<Deps, 'db' | 'now'>,
  importId: string,
  run: JobRun,
): Promise<void> {
  const [storedImport] = await deps.db.select().from(productImports).where(eq(productImports.id, importId));
  if (storedImport?.state !== 'checking' || !storedImport.content) return;
  try {
    await checkRows(
      deps,
      {
        importId,
        content: await unpack(storedImport.content),
        stored: storedImport,
        done: storedImport.checkedRows,
      },
      run,
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await failImport(deps, importId, error.message);
  }
}

type CheckRun = { importId: string; content: Buffer; stored: StoredLayout; done: number };

async function checkRows(
  { db }: Pick<Deps, 'db'>,
  { importId, content, stored, done }: CheckRun,
  run: JobRun,
): Promise<void> {
  const layout = await readLayout(content, stored);
  const startedAt = performance.now();
  let checked = done;
  for await (const rows of batchesOf(dataRowsOf(content), batchSize, done)) {
    const mayContinue = performance.now() - startedAt < runMs && !run.signal.aborted;
    const next = checked + rows.length;
    const isClaimed = await inTransaction(db, async (tx) => {
      if (!(await claimRows(tx, importId, checked, next))) return false;
      await storeRows(tx, importId, await planRows(tx, importId, layout, rows));
      if (!mayContinue) await run.enqueue(tx, checkImportRows, { importId });
      return true;
    });
    if (!isClaimed || !mayContinue) return;
    checked = next;
  }
  await inTransaction(db, (tx) =>
    tx
      .update(productImports)
      .set({ state: 'checked' })
      .where(and(eq(productImports.id, importId), eq(productImports.state, 'checking'))),
  );
}

/** Claims these rows; returns false if another run did or the import was stopped. */
async function claimRows(tx: Tx, importId: string, from: number, to: number): Promise<boolean> {
  const claimed = await tx
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
  return claimed.length === 1;
}

async function planRows(
  tx: Tx,
  importId: string,
  layout: FileLayout,
  rows: FileRow[],
): Promise<PlannedRow[]> {
  const planned = await planBatch(tx, layout, rows);
  const earlier = await rowsOfSkus(tx, importId, planned);
  const unique = planned.map((row) => {
    if (row.plan.outcome === 'refused' || row.sku === '') return row;
    const first = earlier.get(row.sku);
    if (first === undefined) {
      earlier.set(row.sku, row.number);
      return row;
    }
    return rejected(row, { field: 'sku', message: `${row.sku} is already in row ${first}` });
  });
  return rejectAlike(tx, importId, unique);
}

const rejected = (row: PlannedRow, fault: Fault): PlannedRow => ({
  ...row,
  offerKey: '',
  plan: { outcome: 'refused', faults: [fault] },
});

/** Rejects new offers that buyers could not tell from one of an earlier row, on which a doubt names them. */
async function rejectAlike(tx: Tx, importId: string, planned: PlannedRow[]): Promise<PlannedRow[]> {
  const firstRows = await rowsOfOffers(tx, importId, planned);
  const doubts = new Map<number, Fault[]>();
  const addDoubt = (number: number, doubt: Fault) =>
    doubts.set(number, [...(doubts.get(number) ?? []), doubt]);
  const rows = planned.map((row) => {
    if (row.offerKey === '') return row;
    const first = firstRows.get(row.offerKey);
    if (first === undefined) {
      firstRows.set(row.offerKey, row.number);
      return row;
    }
    const fault = alikeFault(`row ${first}`);
    if (row.productId === null) addDoubt(first, alikeFault(`row ${row.number}, which is rejected`));
    else addDoubt(row.number, fault);
    return row.productId === null ? rejected(row, fault) : row;
  });
  const numbers = new Set(rows.map(({ number }) => number));
  const stored = [...doubts].filter(([number]) => !numbers.has(number));
  for (const [number, added] of stored) await addDoubts(tx, importId, number, added);
  return rows.map((row) => ({
    ...row,
    doubts: [...row.doubts, ...(doubts.get(row.number) ?? [])].slice(0, maxDoubts),
  }));
}

const maxDoubts = 5;

async function addDoubts(tx: Tx, importId: string, number: number, added: Fault[]): Promise<void> {
  const { doubts } = productImportRows;
  await tx
    .update(productImportRows)
    .set({ doubts: sql`${doubts} || ${JSON.stringify(added.slice(0, maxDoubts))}::jsonb` })
    .where(
      and(
        eq(productImportRows.importId, importId),
        eq(productImportRows.number, number),
        sql`jsonb_array_length(${doubts}) < ${maxDoubts}`,
      ),
    );
}

/** Returns the first row of each offer in the file that is not rejected. */
async function rowsOfOffers(tx: Tx, importId: string, planned: PlannedRow[]): Promise<Map<string, number>> {
  const keys = [...new Set(planned.flatMap(({ offerKey }) => offerKey || []))];
  const { offerKey, number } = productImportRows;
  const firstRows = await tx
    .select({ offerKey, number })
    .from(productImportRows)
    .where(and(eq(productImportRows.importId, importId), inArray(offerKey, keys), sql`${offerKey} <> ''`));
  return new Map(firstRows.map((row) => [row.offerKey, row.number]));
}

/** Returns the first row of each SKU in the file. */
async function rowsOfSkus(tx: Tx, importId: string, planned: PlannedRow[]): Promise<Map<string, number>> {
  const skus = planned.map(({ sku }) => sku);
  const firstRows = await tx
    .select({ sku: productImportRows.sku, number: productImportRows.number })
    .from(productImportRows)
    .where(and(eq(productImportRows.importId, importId), inArray(productImportRows.sku, skus)));
  return new Map(firstRows.map(({ sku, number }) => [sku, number]));
}

async function storeRows(tx: Tx, importId: string, planned: PlannedRow[]): Promise<void> {
  await tx.insert(productImportRows).values(
    planned.map(({ number, sku, name, cells, plan, offerKey, doubts }) => ({
      importId,
      number,
      sku,
      name,
      offerKey,
      doubts,
      ...outcomeOf(plan),
      ...(plan.outcome === 'refused' && { cells }),
    })),
  );
}

/** Marks the import as failed with a message; the file is retained for diagnosis. */
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
