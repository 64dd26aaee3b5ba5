import { type CustomerNote, maxCustomerNotes } from '@reprise/contract/people/customers';
import { Problem } from '@reprise/contract/problem';
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/new-id.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { users } from '../identity/identity.tables.ts';
import { assertCustomerVisible } from './assert-customer-visible.ts';
import { customerNotes } from './customers.tables.ts';

/** Returns the latest notes on a customer, oldest first. */
export async function listCustomerNotes(
  db: Queryable,
  userId: string,
  caller: Caller,
): Promise<CustomerNote[]> {
  await assertCustomerVisible(db, userId, caller);
  const rows = await db
    .select({
      id: customerNotes.id,
      text: customerNotes.text,
      author: sql<string>`coalesce(${users.name}, 'Former colleague')`,
      createdAt: customerNotes.createdAt,
    })
    .from(customerNotes)
    .leftJoin(users, eq(users.id, customerNotes.authorId))
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id))
    .limit(maxCustomerNotes);
  return rows.reverse().map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}

/** Stores a note. The audit log records the note's id, not its text, because it cannot be erased. */
export async function addCustomerNote(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: string,
  text: string,
  caller: Caller,
): Promise<CustomerNote> {
  return inTransaction(db, async (tx) => {
    await assertCustomerVisible(tx, userId, caller);
    const createdAt = now();
    const id = newId('cnt');
    await tx.insert(customerNotes).values({ id, userId, authorId: caller.userId, text, createdAt });
    const entry = { actorId: caller.userId, action: 'add customer note', subject: `user ${userId}` };
    await recordAudit(tx, { ...entry, after: { note: id } });
    return { id, text, author: caller.name, createdAt: createdAt.toISOString() };
  });
}

export async function deleteCustomerNote(
  { db }: Pick<Deps, 'db'>,
  { id: userId, noteId }: { id: string; noteId: string },
  caller: Caller,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await assertCustomerVisible(tx, userId, caller);
    const [deleted] = await tx
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, noteId), eq(customerNotes.userId, userId)))
      .returning({ author: customerNotes.authorId });
    if (!deleted) throw new Problem('NOT_FOUND', 'This note has already been deleted.');
    const entry = { actorId: caller.userId, action: 'delete customer note', subject: `user ${userId}` };
    await recordAudit(tx, { ...entry, before: { note: noteId, author: deleted.author } });
  });
}
