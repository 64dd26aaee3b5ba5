import { Problem } from '@reprise/contract/problem';
import type { Discount, DiscountEdit, DiscountInput } from '@reprise/contract/sales/discounts/discounts';
import { eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { auditedFields, recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { databaseFault } from '../../platform/database/database-fault.ts';
import { newId } from '../../platform/database/new-id.ts';
import { lockDiscount, toDiscount } from './discount.queries.ts';
import { discountCodes } from './discounts.tables.ts';

type DiscountDeps = Pick<Deps, 'db' | 'now'>;
type DiscountRow = typeof discountCodes.$inferSelect;

/** Adds a code; throws DISCOUNT_EXISTS if the store has it, even ended: orders refer to it by name. */
export async function createDiscount(
  { db, now }: DiscountDeps,
  input: DiscountInput,
  actorId: string,
): Promise<Discount> {
  return withUniqueCode(input.code, () =>
    inTransaction(db, async (tx) => {
      const times = { createdAt: now(), updatedAt: now() };
      const row = one(
        await tx
          .insert(discountCodes)
          .values({ id: newId('dsc'), ...fieldsOf(input), ...times })
          .returning(),
      );
      const subject = `discount ${row.id}`;
      await recordAudit(tx, { actorId, action: 'add discount code', subject, after: auditOf(row) });
      return toDiscount(row, now());
    }),
  );
}

/** Replaces the fields of a code; throws EDIT_CONFLICT if it was edited after `version`. */
export async function updateDiscount(
  { db, now }: DiscountDeps,
  id: string,
  { version, ...input }: DiscountEdit,
  actorId: string,
): Promise<Discount> {
  return withUniqueCode(input.code, () =>
    inTransaction(db, async (tx) => {
      const before = await lockDiscount(tx, id);
      if (before.version !== version) throw editConflict(before.version);
      const row = await store(tx, before, fieldsOf(input), now());
      await recordEdit(tx, { actorId, action: 'edit discount code', before, after: row });
      return toDiscount(row, now());
    }),
  );
}

/** Ends a code now; an ended one stays as it is. */
export async function endDiscount({ db, now }: DiscountDeps, id: string, actorId: string): Promise<Discount> {
  return inTransaction(db, async (tx) => {
    const before = await lockDiscount(tx, id);
    if (before.endsAt !== null && before.endsAt <= now()) return toDiscount(before, now());
    const row = await store(tx, before, { endsAt: now() }, now());
    await recordEdit(tx, { actorId, action: 'end discount code', before, after: row });
    return toDiscount(row, now());
  });
}

async function store(
  tx: Tx,
  { id, version }: DiscountRow,
  fields: Partial<DiscountRow>,
  updatedAt: Date,
): Promise<DiscountRow> {
  const set = { ...fields, version: version + 1, updatedAt };
  return one(await tx.update(discountCodes).set(set).where(eq(discountCodes.id, id)).returning());
}

type Edit = { actorId: string; action: string; before: DiscountRow; after: DiscountRow };

async function recordEdit(tx: Tx, { actorId, action, before, after }: Edit): Promise<void> {
  const subject = `discount ${after.id}`;
  await recordAudit(tx, { actorId, action, subject, before: auditOf(before), after: auditOf(after) });
}

function one(rows: DiscountRow[]): DiscountRow {
  const [row] = rows;
  if (!row) throw new Error('The discount code was not stored.');
  return row;
}

function fieldsOf({ type, amount, percent, categories, startsAt, endsAt, ...rest }: DiscountInput) {
  return {
    ...rest,
    type,
    amountCents: type === 'amount' ? (amount ?? null) : null,
    percent: type === 'percent' ? (percent ?? null) : null,
    categoryIds: categories,
    startsAt: new Date(startsAt),
    endsAt: endsAt ? new Date(endsAt) : null,
    maxUses: rest.maxUses ?? null,
  };
}

/** Fields that people set. */
const audited = {
  code: true,
  type: true,
  amountCents: true,
  percent: true,
  startsAt: true,
  endsAt: true,
  maxUses: true,
  oncePerCustomer: true,
  categoryIds: true,
  conditions: true,
} satisfies Record<keyof ReturnType<typeof fieldsOf>, true>;

const auditOf = (row: DiscountRow) => auditedFields(row, Object.keys(audited) as (keyof typeof audited)[]);

async function withUniqueCode<T>(code: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (databaseFault(error)?.kind !== 'unique') throw error;
    const message = `The store already has the code ${code}. Choose another.`;
    throw new Problem('DISCOUNT_EXISTS', message, { errors: [{ field: 'code', message }] });
  }
}

function editConflict(version: number): Problem {
  const message = 'Someone else has changed this code since you opened it. Reload to see the changes.';
  return new Problem('EDIT_CONFLICT', message, { details: { version } });
}
