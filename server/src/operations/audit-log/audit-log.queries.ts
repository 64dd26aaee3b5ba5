import type { CallOutput } from '@reprise/contract/endpoint';
import { type AuditEntry, type auditEndpoints, noActor } from '@reprise/contract/operations/audit-log';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { products } from '../../catalog/products/products.tables.ts';
import { deletedUser } from '../../foundations/audit/actor.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { timeOf } from '../../foundations/settings/store-days.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import { readInBatches } from '../../platform/database/read-in-batches.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { readableChanges } from './readable-changes.ts';
import { kindOfId, readSubjectNames } from './subject-names.queries.ts';

type AuditList = CallOutput<typeof auditEndpoints.listAudit>;
type AuditRow = typeof auditEntries.$inferSelect;
export type AuditFilters = {
  search?: string | undefined;
  kind?: string | undefined;
  actor?: string | undefined;
  subject?: string | undefined;
  from?: Date | string | undefined;
  to?: Date | string | undefined;
};

const newestFirst = [desc(auditEntries.createdAt), desc(auditEntries.id)];

export async function listAudit(
  db: Queryable,
  query: AuditFilters & { page?: number | undefined; limit?: number | undefined },
): Promise<AuditList> {
  const { page, limit, offset } = pageOf(query);
  const matching = await conditionOf(db, query);
  const total = await db.$count(auditEntries, matching);
  const rows = await db
    .select()
    .from(auditEntries)
    .where(matching)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
  return { entries: await toEntries(db, rows), pagination: paginationOf(page, limit, total) };
}

/** Yields all matching entries in batches, newest first. */
export async function* readAuditBatches(db: Queryable, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
  const matching = await conditionOf(db, filters);
  const entriesAfter = (last: AuditRow | undefined, limit: number) =>
    db
      .select()
      .from(auditEntries)
      .where(and(matching, last && isAfter(last)))
      .orderBy(...newestFirst)
      .limit(limit);
  for await (const rows of readInBatches(entriesAfter)) yield await toEntries(db, rows);
}

/** SQL: the entry comes after this one in the list. */
const isAfter = ({ createdAt, id }: AuditRow) =>
  sql`(${auditEntries.createdAt}, ${auditEntries.id}) < (${createdAt.toISOString()}::timestamptz, ${id})`;

async function conditionOf(db: Queryable, filters: AuditFilters): Promise<SQL | undefined> {
  const { search, kind, actor, subject, from, to } = filters;
  const isByActor =
    actor === noActor ? isNull(auditEntries.actorId) : actor && eq(auditEntries.actorId, actor);
  return and(
    search ? await matchesSearch(db, search) : undefined,
    kind ? eq(auditEntries.kind, kind) : undefined,
    isByActor || undefined,
    subject ? eq(auditEntries.subject, subject) : undefined,
    from ? gte(auditEntries.createdAt, timeOf(from)) : undefined,
    to ? lt(auditEntries.createdAt, timeOf(to)) : undefined,
  );
}

/** Matches part of an entry's text, or the exact name of its subject. `%`, `_` and `\` are escaped. */
async function matchesSearch(db: Queryable, search: string): Promise<SQL | undefined> {
  const pattern = containsPattern(search);
  const subjects = await findSubjects(db, search);
  return or(
    sql`${auditEntries.searchText} like ${pattern}`,
    subjects.length > 0 ? inArray(auditEntries.subject, subjects) : undefined,
  );
}

/** Returns subjects by exact order number, SKU, slug or email. Entries store no names, so that erasure need not change them. */
async function findSubjects(db: Queryable, name: string): Promise<string[]> {
  const trimmed = name.trim();
  const upper = trimmed.toUpperCase();
  const results = await Promise.all([
    db.select({ id: orders.id }).from(orders).where(eq(orders.orderNumber, upper)).limit(1),
    db.select({ id: products.id }).from(products).where(eq(products.sku, upper)).limit(1),
    db.select({ id: products.id }).from(products).where(eq(products.slug, trimmed.toLowerCase())).limit(1),
    db.select({ id: users.id }).from(users).where(eq(users.email, trimmed.toLowerCase())).limit(1),
  ]);
  const kinds = ['order', 'product', 'product', 'user'];
  return results.flatMap((rows, index) => rows.map(({ id }) => `${kinds[index]} ${id}`));
}

async function toEntries(db: Queryable, rows: AuditRow[]): Promise<AuditEntry[]> {
  const names = await readSubjectNames(db, rows);
  const nameOf = (id: string) => names.get(`${kindOfId(id)} ${id}`);
  return rows.map(({ id, createdAt, action, kind, subject, actorId, before, after, token }) => {
    const subjectId = subject.slice(kind.length + 1) || null;
    return {
      id,
      at: createdAt.toISOString(),
      action,
      kind,
      subjectId,
      subject: names.get(subject) ?? subjectId ?? capitalized(kind),
      actor: actorId === null ? null : { id: actorId, name: names.get(`user ${actorId}`) ?? deletedUser },
      token,
      changes: readableChanges(before, after, nameOf),
    };
  });
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
