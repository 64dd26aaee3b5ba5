import type { ColumnAssignment } from '@reprise/contract/moving-in/imports';
import { columnKey } from '@reprise/extension/file-rows';
import { truncate } from '@reprise/extension/truncate';
import { asc, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { byName } from '../../platform/database/by-name.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import type { AssignedColumns } from './csv-columns.ts';
import { assignedColumns } from './imports.tables.ts';

/** Assignments that are read; those beyond would never end. */
const maxAssignments = 1000;

export function listColumnAssignments(db: Queryable): Promise<ColumnAssignment[]> {
  return db
    .select({ name: assignedColumns.name, column: assignedColumns.column })
    .from(assignedColumns)
    .orderBy(asc(byName(assignedColumns.name)))
    .limit(maxAssignments);
}

export async function readAssignedColumns(db: Queryable): Promise<AssignedColumns> {
  const rows = await listColumnAssignments(db);
  return new Map(rows.map(({ name, column }) => [columnKey(name), column]));
}

const maxAudited = 2000;

const textOf = (columns: ColumnAssignment[]) =>
  columns.map(({ name, column }) => `${name}: ${column}`).join('; ');

/** Remembers what columns with these names are, for all later files. */
export async function assignColumns(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  columns: ColumnAssignment[],
  actorId: string,
): Promise<ColumnAssignment[]> {
  return inTransaction(db, async (tx) => {
    // The last of several names with one key.
    const rows = new Map(
      columns.map(({ name, column }) => [columnKey(name), { key: columnKey(name), name, column }]),
    );
    await tx
      .insert(assignedColumns)
      .values([...rows.values()].map((row) => ({ ...row, createdAt: now() })))
      .onConflictDoUpdate({
        target: assignedColumns.key,
        set: { name: sql`excluded.name`, column: sql`excluded.column_name` },
      });
    await recordAudit(tx, {
      actorId,
      action: 'assign import columns',
      subject: 'imports',
      after: { columns: truncate(textOf(columns), maxAudited) },
    });
    return listColumnAssignments(tx);
  });
}

export async function forgetColumns(db: Deps['db'], actorId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.delete(assignedColumns);
    await recordAudit(tx, { actorId, action: 'forget import columns', subject: 'imports' });
  });
}
