import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FileResponse } from '@reprise/contract/endpoint';
import { Problem } from '@reprise/contract/problem';
import type { ManifestCheck, ManifestField } from '@reprise/contract/workshop/lots/manifest';
import type { ModelReference } from '@reprise/contract/workshop/units/unit';
import { columnKey } from '@reprise/extension/file-rows';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { unreadable } from '../../../foundations/spreadsheets/file-text.ts';
import { unpack } from '../../../foundations/spreadsheets/read-rows.ts';
import { csvFile } from '../../../platform/csv.ts';
import { inTransaction, type Queryable, type Tx } from '../../../platform/database/database.ts';
import type { UploadedFile } from '../../../platform/http/endpoint.ts';
import { ensureModel } from '../../units/ensure-model.ts';
import { assertNotOwnList } from '../../units/export-units.ts';
import { assertLotOpen, findLot, type LotRow, lockLot } from '../lot.queries.ts';
import { lotManifests, supplierModels, suppliers } from '../lots.tables.ts';
import { appliedAlready, digestOf, findApplied } from './applied-manifests.ts';
import { checkRows, type ManifestRecord, summarize, toRejected } from './check-manifest.ts';
import { wordsKey } from './find-row-models.ts';
import { recognizeColumns } from './manifest-columns.ts';
import { readManifest, toCsv } from './read-manifest.ts';

const zip = promisify(gzip);

type ManifestDeps = Pick<Deps, 'db' | 'now'>;

/** Returns the check of the newest manifest of a lot; null without one. */
export async function getManifest(db: Queryable, reference: string): Promise<ManifestCheck | null> {
  const lot = await findLot(db, reference, false);
  const stored = await findStored(db, lot.id);
  if (!stored) return null;
  const checked = await checkRows(db, { supplierId: lot.supplier.id }, stored);
  const check = summarize(stored, checked);
  if (check.applied || check.goodRows === 0) return check;
  const good = checked.rows.filter(({ reasons }) => reasons.length === 0);
  const earlier = await findApplied(db, { id: lot.id, supplierId: lot.supplier.id }, digestOf(good));
  if (earlier?.isSameLot) return { ...check, problem: appliedAlready(earlier) };
  return { ...check, appliedTo: earlier && { lot: earlier.lot, at: earlier.at.toISOString() } };
}

async function findStored(db: Queryable, lotId: string): Promise<ManifestRecord | null> {
  const [stored] = await db.select().from(lotManifests).where(eq(lotManifests.lotId, lotId));
  return stored ?? null;
}

/** Stores the file of the supplier in place of an earlier one; throws VALIDATION_ERROR if it cannot be read. */
export async function receiveManifest(
  { db, now }: ManifestDeps,
  reference: string,
  { name, bytes }: UploadedFile,
  actorId: string,
): Promise<ManifestCheck | null> {
  const { text, sheet } = await toCsv(bytes);
  const { names } = await readManifest(text);
  assertNotOwnList(names);
  if (names.length > maxColumns) throw unreadable('A manifest can have up to 200 columns.');
  const content = await zip(text);
  const lotId = await inTransaction(db, async (tx) => {
    const lot = await lockLot(tx, reference);
    assertLotOpen(lot);
    const [supplier] = await tx.select().from(suppliers).where(eq(suppliers.id, lot.supplierId));
    const columns = recognizeColumns(names, supplier?.columns ?? {});
    const shortName = name.replace(/\p{Cc}/gu, '').slice(-200) || 'manifest.csv';
    const fileName = sheet ? `${shortName}, sheet ${sheet.slice(0, 40)}` : shortName;
    const row = { fileName, content, columns, rejected: null, appliedUnits: 0, appliedAt: null };
    await tx
      .insert(lotManifests)
      .values({ ...row, lotId: lot.id, createdAt: now() })
      .onConflictDoUpdate({ target: lotManifests.lotId, set: { ...row, createdAt: now() } });
    const subject = `lot ${lot.number}`;
    await recordAudit(tx, { actorId, action: 'send manifest', subject, after: { fileName } });
    return lot.id;
  });
  return getManifest(db, lotId);
}

const maxColumns = 200;

/** Locks the lot and returns its manifest; throws if the lot is closed or has none. */
export async function lockManifest(
  tx: Tx,
  reference: string,
): Promise<{ lot: LotRow; stored: ManifestRecord }> {
  const lot = await lockLot(tx, reference);
  assertLotOpen(lot);
  const stored = await findStored(tx, lot.id);
  if (!stored) throw new Problem('NOT_FOUND', 'This lot has no manifest. Send the file again.');
  return { lot, stored };
}

/** Sets the meaning of the columns and remembers it for the supplier. */
export async function assignManifestColumns(
  { db }: ManifestDeps,
  reference: string,
  columns: ManifestField[],
): Promise<ManifestCheck | null> {
  const lotId = await inTransaction(db, async (tx) => {
    const { lot, stored } = await lockManifest(tx, reference);
    assertNotApplied(stored);
    const { names } = await readManifest(await unpack(stored.content));
    if (names.length !== columns.length)
      throw new Problem('EDIT_CONFLICT', 'Another file was sent in the meantime. Look at it again.');
    await tx.update(lotManifests).set({ columns }).where(eq(lotManifests.lotId, lot.id));
    const chosen = names.map((name, index) => [columnKey(name), columns[index] ?? 'ignored'] as const);
    const [supplier] = await tx.select().from(suppliers).where(eq(suppliers.id, lot.supplierId));
    await tx
      .update(suppliers)
      .set({ columns: { ...supplier?.columns, ...Object.fromEntries(chosen) } })
      .where(eq(suppliers.id, lot.supplierId));
    return lot.id;
  });
  return getManifest(db, lotId);
}

function assertNotApplied({ appliedAt }: ManifestRecord): void {
  if (appliedAt) throw new Problem('EDIT_CONFLICT', 'This manifest is applied. Send another file.');
}

/** Remembers the model that words of the supplier stand for. */
export async function assignManifestModel(
  { db, now }: ManifestDeps,
  reference: string,
  { words, model }: { words: string; model: ModelReference },
  actorId: string,
): Promise<ManifestCheck | null> {
  const lotId = await inTransaction(db, async (tx) => {
    const lot = await lockLot(tx, reference);
    const { key } = await ensureModel(tx, model, { actorId, now: now() });
    await tx
      .insert(supplierModels)
      .values({ supplierId: lot.supplierId, words: wordsKey(words), modelKey: key })
      .onConflictDoUpdate({
        target: [supplierModels.supplierId, supplierModels.words],
        set: { modelKey: key },
      });
    return lot.id;
  });
  return getManifest(db, lotId);
}

/** Discards the file; expected devices remain. */
export async function deleteManifest({ db }: ManifestDeps, reference: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const lot = await lockLot(tx, reference);
    await tx.delete(lotManifests).where(eq(lotManifests.lotId, lot.id));
  });
}

/** Returns the rejected rows as in the file, each with its reasons in a last column. */
export async function exportRejectedManifestRows(db: Queryable, reference: string): Promise<FileResponse> {
  const lot = await findLot(db, reference, false);
  const stored = await findStored(db, lot.id);
  if (!stored) throw new Problem('NOT_FOUND', 'This lot has no manifest.');
  const { file, rows } = await checkRows(db, { supplierId: lot.supplier.id }, stored);
  const rejected =
    stored.rejected ?? rows.filter(({ reasons }) => reasons.length > 0).map((row) => toRejected(row));
  const isReason = file.names.map((name) => columnKey(name) === reasonName);
  const withReason = (cells: string[], reason: string) => [
    ...file.names.map((_, index) => cells[index] ?? '').filter((_, index) => !isReason[index]),
    reason,
  ];
  return {
    name: `rejected-${stored.fileName.replace(/\.[^.]*$/, '')}.csv`,
    pieces: csvFile(withReason(file.names, reasonName), [
      rejected.map(({ cells, reasons }) => withReason(cells, reasons.join(' '))),
    ]),
  };
}

const reasonName = 'reason';
