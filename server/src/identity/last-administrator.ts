import { Problem } from '@reprise/contract/problem';
import { and, asc, eq } from 'drizzle-orm';
import type { Tx } from '../platform/database.ts';
import { users } from './identity.tables.ts';

/**
 * Refuses to take the last active administrator away. All of them stay locked until the transaction ends, so
 * two administrators cannot remove each other at the same time. Call it before any other lock on users.
 */
export async function keepOneAdministrator(tx: Tx, userId: string): Promise<void> {
  const administrators = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
    .orderBy(asc(users.id))
    .for('update');
  if (administrators.length === 1 && administrators[0]?.id === userId) {
    throw new Problem('LAST_ADMIN', 'This is the last active administrator. Appoint another one first.');
  }
}
