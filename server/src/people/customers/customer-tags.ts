import { maxCustomerTags } from '@reprise/contract/people/customers';
import { Problem } from '@reprise/contract/problem';
import { and, asc, count, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { recordAudit } from '../../foundations/audit/record-audit.ts';
import { inTransaction, type Queryable, type Tx } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/endpoint.ts';
import { users } from '../identity/identity.tables.ts';
import { assertCustomerVisible } from './assert-customer-visible.ts';
import { customerTags } from './customers.tables.ts';

const maxTagsListed = 200;

/** Returns the tags in use with the number of their customers, most used first. */
export function listCustomerTags(db: Queryable): Promise<{ tag: string; customers: number }[]> {
  return db
    .select({ tag: customerTags.tag, customers: count() })
    .from(customerTags)
    .groupBy(customerTags.tag)
    .orderBy(desc(count()), asc(customerTags.tag))
    .limit(maxTagsListed);
}

/** SQL: the user whose id the column has is tagged. */
export const hasTag = (userId: SQLWrapper, tag: string): SQL =>
  sql`${userId} in (select ${customerTags.userId} from ${customerTags} where ${customerTags.tag} = ${tag})`;

type Change = { userId: string; tag: string; caller: Caller };

/** Adds a tag and returns all tags of the customer. */
export async function addCustomerTag(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, tag, caller }: Change,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await assertCustomerVisible(tx, userId, caller);
    // Locked so that two tags added at once cannot exceed the limit.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
    const tags = await readTags(tx, userId);
    if (tags.includes(tag)) return tags;
    if (tags.length === maxCustomerTags) throw tooManyTags();
    await tx.insert(customerTags).values({ userId, tag, createdAt: now() });
    const entry = { actorId: caller.userId, action: 'tag customer', subject: `user ${userId}` };
    await recordAudit(tx, { ...entry, after: { tag } });
    return [...tags, tag].sort();
  });
}

/** Removes a tag and returns the tags that the customer still has. */
export async function removeCustomerTag(
  { db }: Pick<Deps, 'db'>,
  { userId, tag, caller }: Change,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    await assertCustomerVisible(tx, userId, caller);
    const removed = await tx
      .delete(customerTags)
      .where(and(eq(customerTags.userId, userId), eq(customerTags.tag, tag)))
      .returning();
    const entry = { actorId: caller.userId, action: 'untag customer', subject: `user ${userId}` };
    if (removed.length > 0) await recordAudit(tx, { ...entry, before: { tag } });
    return readTags(tx, userId);
  });
}

async function readTags(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .select({ tag: customerTags.tag })
    .from(customerTags)
    .where(eq(customerTags.userId, userId))
    .orderBy(asc(customerTags.tag));
  return rows.map(({ tag }) => tag);
}

function tooManyTags(): Problem {
  const message = `A customer has at most ${maxCustomerTags} tags. Remove one first.`;
  return new Problem('VALIDATION_ERROR', message, { errors: [{ field: 'tag', message }] });
}

/** Tags new accounts; a tag that is repeated counts once. */
export async function tagNewCustomers(
  tx: Tx,
  tagged: { userId: string; tag: string }[],
  now: Date,
): Promise<void> {
  if (tagged.length === 0) return;
  await tx
    .insert(customerTags)
    .values(tagged.map((row) => ({ ...row, createdAt: now })))
    .onConflictDoNothing();
}
