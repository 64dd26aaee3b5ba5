import { formatNumber } from '@reprise/contract/formats';
import {
  type ImportState,
  maxWholeOrNothingRows,
  type ProductImport,
} from '@reprise/contract/moving-in/imports';
import { Problem } from '@reprise/contract/problem';
import { and, eq, inArray } from 'drizzle-orm';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { findImport } from './import.queries.ts';
import { applyImportRows, copyImportImages } from './imports.jobs.ts';
import { productImports } from './imports.tables.ts';
import { hasWaitingImages, requeueFailedImages } from './other-shops/queue-images.ts';
import type { ImportDeps } from './start-import.ts';

/** Starts a checked import, or resumes a stopped one. */
export async function requestApply(
  { db, jobs }: ImportDeps,
  importId: string,
  wholeOrNothing: boolean,
): Promise<ProductImport> {
  const current = await findImport(db, importId);
  if (wholeOrNothing) assertWholeOrNothingPossible(current);
  await inTransaction(db, async (tx) => {
    // A concurrent second request finds the import running, which is the requested state.
    const started = await transition(tx, importId, ['checked', 'stopped'], 'applying', { wholeOrNothing });
    if (started) await jobs.enqueue(tx, applyImportRows, { importId });
    else if (current.state !== 'applying') throw wrongState(current);
  });
  return findImport(db, importId);
}

function assertWholeOrNothingPossible({ counts, totalRows, appliedRows }: ProductImport): void {
  const reject = (message: string) => {
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'wholeOrNothing', message }] });
  };
  if (counts.refused > 0)
    reject(`Rows with errors: ${counts.refused}. Correct them, or import only the other rows.`);
  if (totalRows > maxWholeOrNothingRows)
    reject(`All or nothing is limited to ${formatNumber(maxWholeOrNothingRows)} rows.`);
  if (appliedRows > 0) reject('Part of this file has already been imported.');
}

/** Stops an import after the current batch; imported rows remain. */
export async function stopImport({ db, jobs }: ImportDeps, importId: string): Promise<ProductImport> {
  const current = await findImport(db, importId);
  await inTransaction(db, async (tx) => {
    const stopped = await transition(tx, importId, ['applying'], 'stopped', {});
    // Products that were imported until now get their images.
    if (stopped && (await hasWaitingImages(tx, importId)))
      await jobs.enqueue(tx, copyImportImages, { importId });
    if (!stopped && current.state !== 'stopped') throw wrongState(current);
  });
  return findImport(db, importId);
}

/** Copies the failed images of an import again. */
export async function retryImages({ db, jobs }: ImportDeps, importId: string): Promise<void> {
  await findImport(db, importId);
  await inTransaction(db, async (tx) => {
    if (await requeueFailedImages(tx, importId)) await jobs.enqueue(tx, copyImportImages, { importId });
  });
}

/** Deletes an import that is not running. */
export async function deleteImport({ db }: ImportDeps, importId: string): Promise<void> {
  const current = await findImport(db, importId);
  if (current.state === 'applying') throw wrongState(current);
  await inTransaction(db, (tx) => tx.delete(productImports).where(eq(productImports.id, importId)));
}

async function transition(
  tx: Tx,
  importId: string,
  from: ImportState[],
  state: ImportState,
  fields: { wholeOrNothing?: boolean },
): Promise<boolean> {
  const updated = await tx
    .update(productImports)
    .set({ ...fields, state })
    .where(and(eq(productImports.id, importId), inArray(productImports.state, from)))
    .returning({ id: productImports.id });
  return updated.length === 1;
}

const stateMessages: Record<ImportState, string> = {
  checking: 'This import is still being checked.',
  checked: 'This import has not been started.',
  applying: 'This import is running. Stop it first.',
  done: 'This import is done.',
  stopped: 'This import is stopped.',
  failed: 'This import failed. Send the corrected file again.',
};

function wrongState({ state }: ProductImport): Problem {
  return new Problem('IN_PROGRESS', stateMessages[state]);
}
