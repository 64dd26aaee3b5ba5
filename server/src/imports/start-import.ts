import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { OtherShop } from '@reprise/contract/foundations/checked-import';
import { maxImportRows, type ProductImport } from '@reprise/contract/moving-in/imports';
import { lt } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { toUtf8, unreadable } from '../foundations/spreadsheets/file-text.ts';
import { dataRowsOf, readNames } from '../foundations/spreadsheets/read-rows.ts';
import { readAssignedColumns } from '../moving-in/imports/assign-columns.ts';
import type { Head } from '../moving-in/imports/csv-columns.ts';
import { findImport } from '../moving-in/imports/import.queries.ts';
import { checkImportRows } from '../moving-in/imports/imports.jobs.ts';
import { productImports } from '../moving-in/imports/imports.tables.ts';
import { readFileHead } from '../moving-in/imports/read-file.ts';
import { inTransaction } from '../platform/database/database.ts';
import { newId } from '../platform/database/new-id.ts';
import type { UploadedFile } from '../platform/http/endpoint.ts';
import { findShopOf } from '../platform/shipped-extensions.ts';
import { dayMs } from '../platform/time.ts';
import { readShopExport } from './other-shops/read-shop-export.ts';

const zip = promisify(gzip);

export type ImportDeps = Pick<Deps, 'db' | 'now'> & { jobs: Pick<Deps['jobs'], 'enqueue'> };

const retentionMs = 30 * dayMs;

/** Stores the file and queues the check of its rows; throws VALIDATION_ERROR if the file cannot be imported. */
export async function startImport(
  { db, now, jobs }: ImportDeps,
  { name, bytes }: UploadedFile,
  actorId: string | null,
): Promise<ProductImport> {
  const { shop, copyImages, text, head, names } = await readSentFile({ db, now }, toUtf8(bytes));
  const totalRows = await countRows(text);
  const content = await zip(text);
  const id = newId('imp');
  await inTransaction(db, async (tx) => {
    const createdAt = now();
    await tx
      .delete(productImports)
      .where(lt(productImports.createdAt, new Date(createdAt.getTime() - retentionMs)));
    await tx.insert(productImports).values({
      id,
      fileName: sanitizeName(name),
      shop,
      copyImages,
      state: 'checking',
      content,
      head,
      names,
      totalRows,
      actorId,
      createdAt,
    });
    await jobs.enqueue(tx, checkImportRows, { importId: id });
  });
  return findImport(db, id);
}

/** A sent file in this shop's columns. */
type SentFile = {
  shop: OtherShop | null;
  copyImages: boolean;
  text: Buffer;
  head: Head;
  names: string[];
};

/** Reads a file of this shop's columns as it is, and converts the export of another shop. */
async function readSentFile(deps: Pick<Deps, 'db' | 'now'>, text: Buffer): Promise<SentFile> {
  const shop = findShopOf(await readNames(text));
  if (shop) return { shop, ...(await readShopExport(deps, shop, text)) };
  const { head, names } = await readFileHead(text, await readAssignedColumns(deps.db));
  return { shop, copyImages: false, text, head, names };
}

async function countRows(content: Buffer): Promise<number> {
  let rows = 0;
  for await (const _ of dataRowsOf(content)) {
    if (++rows > maxImportRows)
      throw unreadable('A file can have up to 100,000 rows. Split it into several files.');
  }
  if (rows === 0) throw unreadable('The file has no rows below the header.');
  return rows;
}

function sanitizeName(name: string): string {
  return name.replace(/\p{Cc}/gu, '').slice(-200) || 'products.csv';
}
