import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { formatNumber } from '@reprise/contract/formats';
import type { OtherShop } from '@reprise/contract/foundations/checked-import';
import { ignoredColumn, maxImportRows, type ProductImport } from '@reprise/contract/moving-in/imports';
import type { ExportPreset } from '@reprise/contract/moving-in/shop-export';
import { lt } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { toUtf8, unreadable } from '../../foundations/spreadsheets/file-text.ts';
import { dataRowsOf, readNames } from '../../foundations/spreadsheets/read-rows.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { UploadedFile } from '../../platform/http/endpoint.ts';
import { findShopOf } from '../../platform/shipped-extensions.ts';
import { dayMs } from '../../platform/time.ts';
import { readAssignedColumns } from './assign-columns.ts';
import type { Head } from './csv-columns.ts';
import { findQuestions } from './find-questions.ts';
import { findImport } from './import.queries.ts';
import { checkImportRows } from './imports.jobs.ts';
import { productImports } from './imports.tables.ts';
import { readPreset } from './other-shops/presets.ts';
import { readShopExport, unknownProblem } from './other-shops/read-shop-export.ts';
import { readFileHead } from './read-file.ts';

const zip = promisify(gzip);

export type ImportDeps = Pick<Deps, 'db' | 'now'> & { jobs: Pick<Deps['jobs'], 'enqueue'> };

const retentionMs = 30 * dayMs;

/** Stores the file and queues the check of its rows; throws VALIDATION_ERROR if the file cannot be imported. */
export async function startImport(
  { db, now, jobs }: ImportDeps,
  { name, bytes }: UploadedFile,
  actorId: string | null,
  { isAsked = false, seesCosts = true } = {},
): Promise<ProductImport> {
  const { text, ...file } = await readSentFile({ db, now }, toUtf8(bytes), { isAsked, seesCosts });
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
      state: 'checking',
      content,
      ...file,
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
  unreadColumns: string[];
  answers?: ExportPreset;
};

/**
 * Reads a file of this shop's columns as it is, and converts the export of another shop. With `isAsked`, throws
 * VALIDATION_ERROR for a file with questions that no earlier answer settles. Costs are not read without their permission.
 */
async function readSentFile(
  deps: Pick<Deps, 'db' | 'now'>,
  text: Buffer,
  { isAsked, seesCosts }: { isAsked: boolean; seesCosts: boolean },
): Promise<SentFile> {
  const shop = findShopOf(await readNames(text));
  if (shop) return { shop, ...(await readShopExport(deps, shop, text, seesCosts)) };
  const { head: read, names } = await readFileHead(text, await readAssignedColumns(deps.db));
  const head = read.map((column) => (column === 'unitCost' && !seesCosts ? ignoredColumn : column));
  const unreadColumns = names.filter((_, index) => head[index] === ignoredColumn);
  const file = { shop, copyImages: false, text, head, names, unreadColumns };
  if (!isAsked) return file;
  const answers = await readPreset(deps.db, 'own');
  const questions = await findQuestions(deps.db, { text, head, preset: answers });
  if (questions) throw unknownProblem(questions);
  return { ...file, answers };
}

async function countRows(content: Buffer): Promise<number> {
  let rows = 0;
  for await (const _ of dataRowsOf(content)) {
    if (++rows > maxImportRows)
      throw unreadable(
        `A file can have up to ${formatNumber(maxImportRows)} rows. Split it into several files.`,
      );
  }
  if (rows === 0) throw unreadable('The file has no rows below the header.');
  return rows;
}

function sanitizeName(name: string): string {
  return name.replace(/\p{Cc}/gu, '').slice(-200) || 'products.csv';
}
