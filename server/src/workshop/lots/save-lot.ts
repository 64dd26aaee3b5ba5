import { Problem } from '@reprise/contract/problem';
import type { Lot, LotEdit, LotInput } from '@reprise/contract/workshop/lots/lot';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { auditedFields, recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import { findLot, lockLot } from './lot.queries.ts';
import { lots, suppliers } from './lots.tables.ts';

type LotDeps = Pick<Deps, 'db' | 'now'>;
export type LotActor = { actorId: string; seesCosts: boolean };

/** Adds an open lot with the next number. */
export async function createLot({ db, now }: LotDeps, input: LotInput, by: LotActor): Promise<Lot> {
  return inTransaction(db, async (tx) => {
    const supplier = await findSupplierRow(tx, input.supplier);
    const id = newId('lot');
    await tx.insert(lots).values({
      taxScheme: supplier.taxScheme,
      ...fieldsOf(input, by),
      id,
      number: await nextNumber(tx),
      state: 'open',
      createdAt: now(),
      updatedAt: now(),
    });
    const lot = await findLot(tx, id, by.seesCosts);
    await recordAudit(tx, {
      actorId: by.actorId,
      action: 'add lot',
      subject: `lot ${lot.number}`,
      after: auditedFields(fieldsOf(input, by), auditedNames),
    });
    return lot;
  });
}

/** Returns the next number. Locks the table, so that two lots cannot get the same. */
async function nextNumber(tx: Tx): Promise<string> {
  await tx.execute(sql`lock table ${lots} in share row exclusive mode`);
  const [row] = await tx
    .select({ last: sql<number>`coalesce(max(substr(${lots.number}, 3)::int), 1000)` })
    .from(lots);
  return `L-${(row?.last ?? 1000) + 1}`;
}

const fixedByClosing = ['goodsCents', 'spread', 'supplierId', 'taxScheme'] as const;

/** Changes a lot; throws EDIT_CONFLICT if it was changed since `version`. Costs of a closed lot stay as they are. */
export async function updateLot(
  { db, now }: LotDeps,
  reference: string,
  { version, ...input }: LotEdit,
  by: LotActor,
): Promise<Lot> {
  return inTransaction(db, async (tx) => {
    const before = await lockLot(tx, reference);
    if (before.version !== version) {
      throw new Problem('EDIT_CONFLICT', 'Someone else changed this lot. Look at it again, then save.');
    }
    await findSupplierRow(tx, input.supplier);
    const fields = fieldsOf(input, by);
    const isOther = (name: (typeof fixedByClosing)[number]) =>
      name in fields && fields[name] !== before[name];
    if (before.state === 'closed' && fixedByClosing.some(isOther)) {
      const message =
        'The lot is closed: its amount, supplier, division and tax scheme are booked. Add a cost instead.';
      throw new Problem('LOT_CLOSED', message);
    }
    await tx
      .update(lots)
      .set({ ...fields, version: version + 1, updatedAt: now() })
      .where(eq(lots.id, before.id));
    await recordAudit(tx, {
      actorId: by.actorId,
      action: 'edit lot',
      subject: `lot ${before.number}`,
      before: auditedFields(before, auditedNames),
      after: auditedFields({ ...before, ...fields }, auditedNames),
    });
    return findLot(tx, before.id, by.seesCosts);
  });
}

const auditedNames = [
  'supplierId',
  'reference',
  'goodsCents',
  'spread',
  'taxScheme',
  'expectedOn',
  'note',
] as const;

function fieldsOf({ supplier, goods, taxScheme, ...input }: LotInput, { seesCosts }: LotActor) {
  return {
    ...input,
    supplierId: supplier,
    ...(taxScheme !== undefined && { taxScheme }),
    ...(seesCosts && goods !== undefined && { goodsCents: goods }),
  };
}

async function findSupplierRow(
  tx: Tx,
  id: string,
): Promise<Pick<typeof suppliers.$inferSelect, 'taxScheme'>> {
  const [row] = await tx
    .select({ taxScheme: suppliers.taxScheme })
    .from(suppliers)
    .where(eq(suppliers.id, id));
  if (row) return row;
  const message = 'This supplier does not exist. Choose another.';
  throw new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'supplier', message }] });
}
