import type { FileResponse } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import { and, asc, eq, gt } from 'drizzle-orm';
import { csvFile } from '../../platform/csv.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { faultColumn, reasonColumn } from './csv-columns.ts';
import { faultsWithoutCosts } from './import.queries.ts';
import { productImportRows, productImports } from './imports.tables.ts';

/** Streams the rejected rows of an import as in its file, each with the reason in a last column. */
export async function exportRejectedRows(
  db: Queryable,
  importId: string,
  seesCosts: boolean,
): Promise<FileResponse> {
  const [stored] = await db
    .select({ fileName: productImports.fileName, head: productImports.head, names: productImports.names })
    .from(productImports)
    .where(eq(productImports.id, importId));
  if (!stored) throw new Problem('NOT_FOUND', 'Import not found.');
  const isLeftOut = stored.head.map(
    (column) => column === reasonColumn || column === faultColumn || (column === 'unitCost' && !seesCosts),
  );
  const withReason = (cells: string[], reason: string) => [
    ...cells.filter((_, index) => !isLeftOut[index]),
    reason,
  ];
  return {
    name: `rejected-${stored.fileName.replace(/\.[^.]*$/, '')}.csv`,
    pieces: csvFile(
      withReason(namesOf(stored), reasonColumn),
      rejectedRows(db, importId, withReason, seesCosts),
    ),
  };
}

/** Names of the columns in the file, so that the corrected rows are read as the file was. */
const namesOf = ({ head, names }: { head: string[]; names: string[] }) => (names.length > 0 ? names : head);

async function* rejectedRows(
  db: Queryable,
  importId: string,
  withReason: (cells: string[], reason: string) => string[],
  seesCosts: boolean,
): AsyncGenerator<string[][]> {
  const { number, outcome, cells, faults } = productImportRows;
  const rowsAfter = (last: { number: number } | undefined, limit: number) =>
    db
      .select({ number, cells, faults })
      .from(productImportRows)
      .where(
        and(eq(productImportRows.importId, importId), eq(outcome, 'refused'), gt(number, last?.number ?? 0)),
      )
      .orderBy(asc(number))
      .limit(limit);
  for await (const rows of readInBatches(rowsAfter)) {
    yield rows.map(({ cells, faults }) =>
      withReason(
        cells ?? [],
        (seesCosts ? faults : faultsWithoutCosts(faults))
          .map(({ field, message }) => `${field}: ${message}`)
          .join('; '),
      ),
    );
  }
}
