import { formatNumber } from '@reprise/contract/formats';
import { Problem } from '@reprise/contract/problem';
import type { ManifestApplication, ManifestCheck } from '@reprise/contract/workshop/lots/manifest';
import { maxManifestRows } from '@reprise/contract/workshop/lots/manifest';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { type ExpectedUnit, expectUnits } from '../../units/intake/expect-units.ts';
import { lotLines, lotManifests } from '../lots.tables.ts';
import { digestOf, recordApplied } from './applied-manifests.ts';
import { type CheckedRow, checkRows, toRejected } from './check-manifest.ts';
import { getManifest, lockManifest } from './manifests.ts';

/** Devices of one manifest, whose rows can stand for several. */
const maxUnits = 10_000;

/**
 * Adds an expected device for each good row in one transaction, so that an interrupted call adds none and a second one
 * adds nothing.
 */
export async function applyManifest(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  reference: string,
  { again }: ManifestApplication,
  actorId: string,
): Promise<ManifestCheck | null> {
  const by = { actorId, now: now() };
  const lotId = await inTransaction(db, async (tx) => {
    const { lot, stored } = await lockManifest(tx, reference);
    if (stored.appliedAt) return lot.id;
    const { problem, rows } = await checkRows(tx, lot, stored);
    const good = rows.filter(({ reasons }) => reasons.length === 0);
    const units = good.reduce((sum, { quantity }) => sum + quantity, 0);
    if (problem) throw new Problem('VALIDATION_ERROR', problem);
    if (good.length === 0) throw new Problem('VALIDATION_ERROR', 'No row of the file can be applied.');
    if (units > maxUnits)
      throw new Problem(
        'VALIDATION_ERROR',
        `A manifest can have up to ${formatNumber(maxManifestRows)} devices. Split the file.`,
      );
    await recordApplied(tx, lot, digestOf(good), again, by.now);
    await expectUnits(tx, await addLines(tx, lot.id, good), by);
    const rejected = rows.filter(({ reasons }) => reasons.length > 0).map(toRejected);
    await tx
      .update(lotManifests)
      .set({ rejected, appliedUnits: units, appliedAt: by.now })
      .where(eq(lotManifests.lotId, lot.id));
    const subject = `lot ${lot.number}`;
    const after = { fileName: stored.fileName, units, rejected: rejected.length };
    await recordAudit(tx, { actorId, action: 'apply manifest', subject, after });
    return lot.id;
  });
  return getManifest(db, lotId);
}

const batchSize = 500;

/** Adds a line for each row and returns its devices. */
async function addLines(tx: Tx, lotId: string, rows: CheckedRow[]): Promise<ExpectedUnit[]> {
  const expected: ExpectedUnit[] = [];
  for (let start = 0; start < rows.length; start += batchSize) {
    const batch = rows.slice(start, start + batchSize).map((row) => ({ ...row, id: newId('lln') }));
    await tx.insert(lotLines).values(
      batch.map(
        ({ id, number, words, grade, quantity, price, battery, carrier, gtin, part, line, model }) => ({
          id,
          lotId,
          position: number,
          description: words || (model?.name ?? ''),
          declaredGrade: grade,
          battery,
          carrier,
          code: gtin || part,
          supplierLine: line,
          quantity,
          unitPriceCents: price,
        }),
      ),
    );
    for (const { id, model, quantity, identifiers } of batch) {
      if (!model) throw new Error('A good row has a model.');
      const unit = { lotId, lotLineId: id, modelKey: model.key, brand: model.brand, identifiers };
      for (let each = 0; each < quantity; each++) expected.push(unit);
    }
  }
  return expected;
}
