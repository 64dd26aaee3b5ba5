import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { maxImportRows, type ProductImport } from '@reprise/contract/imports';
import { Problem } from '@reprise/contract/problem';
import { lt } from 'drizzle-orm';
import { inTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { Deps } from '../platform/deps.ts';
import type { UploadedFile } from '../platform/http/endpoint.ts';
import { findImport } from './import.queries.ts';
import { checkImportRows } from './imports.jobs.ts';
import { productImports } from './imports.tables.ts';
import { dataRowsOf, readColumns } from './read-file.ts';

const zip = promisify(gzip);

export type ImportDeps = Pick<Deps, 'db' | 'now'> & { jobs: Pick<Deps['jobs'], 'enqueue'> };

const keptMs = 30 * 24 * 3600 * 1000;

/** Keeps the file and has its rows checked. Throws VALIDATION_ERROR for a file that cannot be an import. */
export async function startImport(
  { db, now, jobs }: ImportDeps,
  { name, bytes }: UploadedFile,
  actorId: string | null,
): Promise<ProductImport> {
  await readColumns(bytes);
  const totalRows = await countRows(bytes);
  const content = await zip(bytes);
  const id = newId('imp');
  await inTransaction(db, async (tx) => {
    const createdAt = now();
    await tx
      .delete(productImports)
      .where(lt(productImports.createdAt, new Date(createdAt.getTime() - keptMs)));
    await tx.insert(productImports).values({
      id,
      fileName: plainName(name),
      state: 'checking',
      content,
      totalRows,
      actorId,
      createdAt,
    });
    await jobs.enqueue(tx, checkImportRows, { importId: id });
  });
  return findImport(db, id);
}

async function countRows(content: Buffer): Promise<number> {
  let rows = 0;
  for await (const _ of dataRowsOf(content)) {
    if (++rows > maxImportRows) throw refused('A file may hold up to 100,000 rows. Send it in parts.');
  }
  if (rows === 0) throw refused('The file names columns and holds no rows.');
  return rows;
}

function refused(message: string): Problem {
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'file', message }] });
}

function plainName(name: string): string {
  return name.replace(/\p{Cc}/gu, '').slice(-200) || 'products.csv';
}
