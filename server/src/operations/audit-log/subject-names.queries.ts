import { and, inArray, sql } from 'drizzle-orm';
import { productFamilies } from '../../catalog/products/families/families.tables.ts';
import { categories, products } from '../../catalog/products/products.tables.ts';
import { searchSynonyms } from '../../catalog/products/synonyms/synonyms.tables.ts';
import { reviews } from '../../catalog/reviews/reviews.tables.ts';
import { deletedUser } from '../../foundations/audit/actor.ts';
import { auditEntries } from '../../foundations/audit/audit.tables.ts';
import { apiTokens } from '../../people/identity/api-tokens/api-tokens.tables.ts';
import { users } from '../../people/identity/identity.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { discountCodes } from '../../sales/discounts/discounts.tables.ts';
import { orders } from '../../sales/orders/orders.tables.ts';
import { idsIn } from './readable-changes.ts';

type AuditRow = typeof auditEntries.$inferSelect;
type Names = { id: string; name: string }[];

const kindOfPrefix: Record<string, string> = {
  cat: 'category',
  fam: 'family',
  prd: 'product',
  usr: 'user',
  ord: 'order',
};

/** Returns the kind of subject by the prefix of its id. */
export const kindOfId = (id: string): string | undefined => kindOfPrefix[id.slice(0, 3)];

/** Readers of current names by kind of subject. */
const nameReaders: Record<string, (db: Queryable, ids: string[]) => Promise<Names>> = {
  product: (db, ids) =>
    db.select({ id: products.id, name: products.name }).from(products).where(inArray(products.id, ids)),
  category: (db, ids) =>
    db
      .select({ id: categories.id, name: categories.name })
      .from(categories)
      .where(inArray(categories.id, ids)),
  family: (db, ids) =>
    db
      .select({ id: productFamilies.id, name: productFamilies.name })
      .from(productFamilies)
      .where(inArray(productFamilies.id, ids)),
  synonyms: (db, ids) =>
    db
      .select({ id: searchSynonyms.id, name: sql<string>`array_to_string(${searchSynonyms.phrases}, ', ')` })
      .from(searchSynonyms)
      .where(inArray(searchSynonyms.id, ids)),
  discount: (db, ids) =>
    db
      .select({ id: discountCodes.id, name: discountCodes.code })
      .from(discountCodes)
      .where(inArray(discountCodes.id, ids)),
  order: (db, ids) =>
    db.select({ id: orders.id, name: orders.orderNumber }).from(orders).where(inArray(orders.id, ids)),
  user: (db, ids) => db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids)),
  token: (db, ids) =>
    db.select({ id: apiTokens.id, name: apiTokens.name }).from(apiTokens).where(inArray(apiTokens.id, ids)),
  review: (db, ids) =>
    db.select({ id: reviews.id, name: reviews.title }).from(reviews).where(inArray(reviews.id, ids)),
};

/**
 * Returns the names of subjects, actors and changed ids by "kind id", with one query per kind. A deleted subject has the
 * name that its deletion recorded.
 */
export async function readSubjectNames(db: Queryable, rows: AuditRow[]): Promise<Map<string, string>> {
  const subjects = new Set(
    rows.flatMap(({ subject, actorId, before, after }) => [
      subject,
      ...(actorId === null ? [] : [`user ${actorId}`]),
      ...idsIn(before, after).map((id) => `${kindOfId(id)} ${id}`),
    ]),
  );
  const names = new Map<string, string>();
  for (const [kind, readNamesOf] of Object.entries(nameReaders)) {
    const subjectsOfKind = [...subjects].filter((key) => key.startsWith(`${kind} `));
    const ids = subjectsOfKind.map((key) => key.slice(kind.length + 1));
    if (ids.length === 0) continue;
    for (const { id, name } of await readNamesOf(db, ids)) names.set(`${kind} ${id}`, name);
  }
  const deleted = [...subjects].filter((subject) => !names.has(subject));
  for (const subject of deleted) if (subject.startsWith('user ')) names.set(subject, deletedUser);
  for (const [subject, name] of await readDeletedNames(db, deleted)) names.set(subject, name);
  return names;
}

/** Reads the names that deletions of products, categories, synonyms and API tokens recorded. */
async function readDeletedNames(
  db: Queryable,
  subjects: string[],
): Promise<[subject: string, name: string][]> {
  if (subjects.length === 0) return [];
  const { subject, action, before } = auditEntries;
  const recordedName = sql<string | null>`coalesce(${before} ->> 'name', (
    select string_agg(phrase, ', ') from jsonb_array_elements_text(${before} -> 'phrases') phrase))`;
  const rows = await db
    .select({ subject, name: recordedName })
    .from(auditEntries)
    .where(
      and(
        inArray(subject, subjects),
        inArray(action, ['delete product', 'delete category', 'delete synonyms', 'revoke token']),
      ),
    );
  return rows.flatMap(({ subject, name }) => (name ? [[subject, name]] : []));
}
