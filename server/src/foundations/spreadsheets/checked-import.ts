import { setImmediate } from 'node:timers/promises';
import { formatNumber } from '@reprise/contract/formats';
import type { OtherShop } from '@reprise/contract/foundations/checked-import';
import {
  type CheckedFile,
  type CheckedImport,
  type importSteps,
  maxNamedFaults,
} from '@reprise/contract/foundations/checked-import';
import { Problem } from '@reprise/contract/problem';
import type { Deps } from '../../deps.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import type { CallContext, UploadedFile } from '../../platform/http/endpoint.ts';
import { requireCaller } from '../../platform/http/require-caller.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { toUtf8, unreadable } from './file-text.ts';
import { dataRowsOf, type FileRow, readNames } from './read-rows.ts';

export type Effect = 'added' | 'changed' | 'same';
/** `row`: of the first row of the entry, as in a spreadsheet. */
export type EntryFault = CheckedFile['faults'][number];
export type ReadEntries<Entry> = { shop: OtherShop; entries: Entry[]; faults: EntryFault[] };

type Import<Entry> = {
  file: UploadedFile;
  /** False for a check, which changes nothing. */
  isApplied: boolean;
  maxRows: number;
  /** Throws VALIDATION_ERROR for a file that is none of the kind. */
  read: (names: string[], rows: FileRow[]) => Promise<ReadEntries<Entry>>;
  effectsOf: (db: Queryable, shop: OtherShop, entries: Entry[]) => Promise<Effect[]>;
  store: (tx: Tx, shop: OtherShop, entries: Entry[]) => Promise<Effect[]>;
  /** Entry of the audit log for an applied file. */
  audit: { actorId: string; action: string; subject: string };
};

/** Entries per transaction: small, so that other requests soon get the one connection of the embedded database. */
const batchSize = 200;

/** Says what the entries of a file would add or change, and stores them if `isApplied`. */
export async function importChecked<Entry>(
  { db }: Pick<Deps, 'db'>,
  { file, isApplied, maxRows, read, effectsOf, store, audit }: Import<Entry>,
): Promise<CheckedImport> {
  const { shop, entries, faults } = await readEntries(file, maxRows, read);
  const counts = { added: 0, changed: 0, same: 0 };
  for (let start = 0; start < entries.length; start += batchSize) {
    const batch = entries.slice(start, start + batchSize);
    const effects = isApplied
      ? await inTransaction(db, (tx) => store(tx, shop, batch))
      : await effectsOf(db, shop, batch);
    for (const effect of effects) counts[effect] += 1;
    await setImmediate();
  }
  if (isApplied) {
    const after = { fileName: file.name.slice(-200), shop, ...counts };
    await inTransaction(db, (tx) => recordAudit(tx, { ...audit, after }));
  }
  return { shop, isApplied, ...counts, ...rejectedOf(faults) };
}

/** Reads the rows of a file; throws VALIDATION_ERROR for one that is too long or cannot be read. */
export async function readEntries<Read>(
  file: UploadedFile,
  maxRows: number,
  read: (names: string[], rows: FileRow[]) => Promise<Read>,
): Promise<Read> {
  const text = toUtf8(file.bytes);
  return read(await readNames(text), await readRows(text, maxRows));
}

/** Returns the number of rejected entries, and the first of them. */
export function rejectedOf(faults: EntryFault[]): Pick<CheckedFile, 'rejected' | 'faults'> {
  const named = faults.slice(0, maxNamedFaults);
  return {
    rejected: faults.length,
    faults: named.map((fault) => ({ ...fault, subject: fault.subject.slice(0, 64).toWellFormed() })),
  };
}

type Query = { step?: (typeof importSteps)[number] | undefined } | undefined;

/** Returns the file of a call and whether it is applied. Throws NO_FILE without one. */
export function importOf(query: Query, context: CallContext) {
  const [file] = context.files;
  if (!file) throw new Problem('NO_FILE', 'No file was sent.');
  return { file, isApplied: query?.step === 'apply', actorId: requireCaller(context).userId };
}

const rowsAtOnce = 500;

async function readRows(text: Buffer, maxRows: number): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  for await (const row of dataRowsOf(text)) {
    rows.push(row);
    // Other requests are answered in between.
    if (rows.length % rowsAtOnce === 0) await setImmediate();
    if (rows.length > maxRows)
      throw unreadable(`A file can have up to ${formatNumber(maxRows)} rows. Split the export.`);
  }
  if (rows.length === 0) throw unreadable('The file has no rows below the header.');
  return rows;
}
