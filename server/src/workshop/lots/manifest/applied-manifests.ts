import { createHash } from 'node:crypto';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import type { LotRow } from '../lot.queries.ts';
import { appliedManifests, lots } from '../lots.tables.ts';
import type { CheckedRow } from './check-manifest.ts';

type Applied = { lot: string; at: Date; isSameLot: boolean };

/** Returns the digest of rows by what they become, so that the same list saved in another way has the same. */
export function digestOf(rows: readonly CheckedRow[]): string {
  const lines = rows
    .map(({ model, identifiers, grade, price, quantity }) =>
      JSON.stringify([
        model?.key,
        identifiers.map(({ kind, value }) => [kind, value]),
        grade,
        price,
        quantity,
      ]),
    )
    .sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Returns the lot of the supplier to which the same rows were applied, this one before others; null without one. */
export async function findApplied(
  db: Queryable,
  lot: Pick<LotRow, 'id' | 'supplierId'>,
  digest: string,
): Promise<Applied | null> {
  const [earlier] = await db
    .select({ id: lots.id, lot: lots.number, at: appliedManifests.createdAt })
    .from(appliedManifests)
    .innerJoin(lots, eq(lots.id, appliedManifests.lotId))
    .where(and(eq(appliedManifests.digest, digest), eq(lots.supplierId, lot.supplierId)))
    .orderBy(sql`${lots.id} <> ${lot.id}`, desc(appliedManifests.createdAt))
    .limit(1);
  return earlier ? { lot: earlier.lot, at: earlier.at, isSameLot: earlier.id === lot.id } : null;
}

export const appliedAlready = ({ lot, at }: Applied) =>
  `These rows were applied to lot ${lot} on ${at.toISOString().slice(0, 10)} already. Discard the file, or remove the expected devices first.`;

/** Remembers the rows; throws MANIFEST_APPLIED for those of an earlier manifest, unless another lot's are meant again. */
export async function recordApplied(
  tx: Tx,
  lot: Pick<LotRow, 'id' | 'supplierId'>,
  digest: string,
  again: boolean,
  now: Date,
): Promise<void> {
  const earlier = await findApplied(tx, lot, digest);
  if (earlier?.isSameLot) throw new Problem('MANIFEST_APPLIED', appliedAlready(earlier));
  if (earlier && !again) {
    const message = `The same rows were applied to lot ${earlier.lot}. Apply them again only if the supplier sent the goods twice.`;
    throw new Problem('MANIFEST_APPLIED', message, { details: { lot: earlier.lot } });
  }
  await tx.insert(appliedManifests).values({ id: newId('lam'), lotId: lot.id, digest, createdAt: now });
}
