import type { CallInput, CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import type { Supplier, SupplierInput } from '@reprise/contract/workshop/lots/lot';
import type { lotEndpoints } from '@reprise/contract/workshop/lots/lots';
import { asc, eq, like, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { auditedFields, recordAudit } from '../../foundations/audit/record-audit.ts';
import { byName } from '../../platform/database/by-name.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import { databaseFault } from '../../platform/database/database-fault.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { newId } from '../../platform/database/new-id.ts';
import { lots, suppliers } from './lots.tables.ts';

type ListSuppliers = typeof lotEndpoints.listSuppliers;
type SupplierDeps = Pick<Deps, 'db' | 'now'>;

const lotCount = sql<number>`(select count(*)::int from ${lots} where ${lots.supplierId} = ${suppliers.id})`;

function selectSuppliers(db: Queryable) {
  return db.select({ row: suppliers, lots: lotCount }).from(suppliers).$dynamic();
}

type SupplierRow = Awaited<ReturnType<typeof selectSuppliers>>[number];

const toSupplier = ({ row, lots }: SupplierRow): Supplier => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  email: row.email,
  claimDays: row.claimDays,
  taxScheme: row.taxScheme,
  note: row.note,
  lots,
  createdAt: row.createdAt.toISOString(),
});

export async function listSuppliers(
  db: Queryable,
  query: NonNullable<CallInput<ListSuppliers>['query']>,
): Promise<CallOutput<ListSuppliers>> {
  const { page, limit, offset } = pageOf(query);
  const where = query.search ? like(sql`lower(${suppliers.name})`, containsPattern(query.search)) : undefined;
  const rows = await selectSuppliers(db)
    .where(where)
    .orderBy(asc(byName(suppliers.name)))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(suppliers, where);
  return { suppliers: rows.map(toSupplier), pagination: paginationOf(page, limit, total) };
}

async function findSupplier(db: Queryable, id: string): Promise<Supplier> {
  const [row] = await selectSuppliers(db).where(eq(suppliers.id, id));
  if (!row) throw new Problem('NOT_FOUND', 'Supplier not found.');
  return toSupplier(row);
}

/** Adds a supplier; throws SUPPLIER_EXISTS for a name that another has. */
export async function createSupplier(
  { db, now }: SupplierDeps,
  input: SupplierInput,
  actorId: string,
): Promise<Supplier> {
  const id = newId('sup');
  return saveSupplier(db, input.name, async (tx) => {
    await tx.insert(suppliers).values({ ...input, id, createdAt: now(), updatedAt: now() });
    await recordAudit(tx, {
      actorId,
      action: 'add supplier',
      subject: `supplier ${id}`,
      after: auditOf(input),
    });
    return findSupplier(tx, id);
  });
}

/** Changes a supplier; throws SUPPLIER_EXISTS for a name that another has. */
export async function updateSupplier(
  { db, now }: SupplierDeps,
  id: string,
  input: SupplierInput,
  actorId: string,
): Promise<Supplier> {
  return saveSupplier(db, input.name, async (tx) => {
    const before = await findSupplier(tx, id);
    await tx
      .update(suppliers)
      .set({ ...input, updatedAt: now() })
      .where(eq(suppliers.id, id));
    const subject = `supplier ${id}`;
    const change = { before: auditOf(before), after: auditOf(input) };
    await recordAudit(tx, { actorId, action: 'edit supplier', subject, ...change });
    return findSupplier(tx, id);
  });
}

const auditOf = (supplier: SupplierInput) =>
  auditedFields(supplier, ['name', 'kind', 'email', 'claimDays', 'taxScheme', 'note']);

async function saveSupplier(
  db: Deps['db'],
  name: string,
  save: (tx: Tx) => Promise<Supplier>,
): Promise<Supplier> {
  try {
    return await inTransaction(db, save);
  } catch (error) {
    if (databaseFault(error)?.kind !== 'unique') throw error;
    const [other] = await db
      .select({ name: suppliers.name })
      .from(suppliers)
      .where(sql`lower(${suppliers.name}) = lower(${name})`);
    const message = `There is a supplier named ${other?.name ?? name} already. Choose another name.`;
    throw new Problem('SUPPLIER_EXISTS', message, { errors: [{ field: 'name', message }] });
  }
}
