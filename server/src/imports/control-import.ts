import { type ImportState, maxWholeOrNothingRows, type ProductImport } from '@reprise/contract/imports';
import { Problem } from '@reprise/contract/problem';
import { and, eq, inArray } from 'drizzle-orm';
import { inTransaction, type Tx } from '../platform/database/database.ts';
import { findImport } from './import.queries.ts';
import { applyImportRows } from './imports.jobs.ts';
import { productImports } from './imports.tables.ts';
import type { ImportDeps } from './start-import.ts';

/** Has a checked import carried out; one that was stopped goes on where it stood. */
export async function requestApply(
  { db, jobs }: ImportDeps,
  importId: string,
  wholeOrNothing: boolean,
): Promise<ProductImport> {
  const found = await findImport(db, importId);
  if (wholeOrNothing) refuseWhole(found);
  await inTransaction(db, async (tx) => {
    // Two who press at once: the second finds it running, which is what was wanted.
    const started = await move(tx, importId, ['checked', 'stopped'], 'applying', { wholeOrNothing });
    if (started) await jobs.enqueue(tx, applyImportRows, { importId });
    else if (found.state !== 'applying') throw wrongState(found);
  });
  return findImport(db, importId);
}

function refuseWhole({ counts, totalRows, appliedRows }: ProductImport): void {
  const refuse = (message: string) => {
    throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'wholeOrNothing', message }] });
  };
  if (counts.refused > 0) refuse(`${counts.refused} rows are refused, so nothing would be imported.`);
  if (totalRows > maxWholeOrNothingRows)
    refuse('Only files of up to 5,000 rows are imported all or nothing.');
  if (appliedRows > 0) refuse('Part of this file has been imported already.');
}

/** Stops after the rows at hand; what was imported stays. */
export async function stopImport({ db }: ImportDeps, importId: string): Promise<ProductImport> {
  const found = await findImport(db, importId);
  await inTransaction(db, async (tx) => {
    const stopped = await move(tx, importId, ['applying'], 'stopped', {});
    if (!stopped && found.state !== 'stopped') throw wrongState(found);
  });
  return findImport(db, importId);
}

/** Forgets an import that is not being carried out. */
export async function deleteImport({ db }: ImportDeps, importId: string): Promise<void> {
  const found = await findImport(db, importId);
  if (found.state === 'applying') throw wrongState(found);
  await inTransaction(db, (tx) => tx.delete(productImports).where(eq(productImports.id, importId)));
}

async function move(
  tx: Tx,
  importId: string,
  from: ImportState[],
  state: ImportState,
  fields: { wholeOrNothing?: boolean },
): Promise<boolean> {
  const moved = await tx
    .update(productImports)
    .set({ ...fields, state })
    .where(and(eq(productImports.id, importId), inArray(productImports.state, from)))
    .returning({ id: productImports.id });
  return moved.length === 1;
}

const whatItIs: Record<ImportState, string> = {
  checking: 'This import is still being checked.',
  checked: 'This import has not been started.',
  applying: 'This import is running. Stop it first.',
  done: 'This import is done.',
  stopped: 'This import is stopped.',
  failed: 'This import failed. Send the corrected file again.',
};

function wrongState({ state }: ProductImport): Problem {
  return new Problem('IN_PROGRESS', whatItIs[state]);
}
