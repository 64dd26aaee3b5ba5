import type { Synonym, synonymEndpoints } from '@reprise/contract/catalog/products/synonyms';
import type { CallOutput } from '@reprise/contract/endpoint';
import { pageOf, paginationOf } from '@reprise/contract/paging';
import { Problem } from '@reprise/contract/problem';
import { asc, eq, sql } from 'drizzle-orm';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { containsPattern } from '../../../platform/database/like-pattern.ts';
import { searchSynonyms } from './synonyms.tables.ts';

type SynonymPage = CallOutput<typeof synonymEndpoints.listSynonyms>;
type SynonymQuery = { search?: string | undefined; page?: number | undefined; limit?: number | undefined };

const columns = {
  id: searchSynonyms.id,
  phrases: searchSynonyms.phrases,
  version: searchSynonyms.version,
  createdAt: searchSynonyms.createdAt,
  updatedAt: searchSynonyms.updatedAt,
};

/** Returns a page of the synonym groups, in the alphabetical order of their first phrases. */
export async function listSynonyms(db: Queryable, query: SynonymQuery): Promise<SynonymPage> {
  const { page, limit, offset } = pageOf(query);
  const condition = query.search
    ? sql`lower(array_to_string(${searchSynonyms.phrases}, E'\n')) like ${containsPattern(query.search)}`
    : undefined;
  const rows = await db
    .select(columns)
    .from(searchSynonyms)
    .where(condition)
    .orderBy(byName(sql`${searchSynonyms.phrases}[1]`), asc(searchSynonyms.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(searchSynonyms, condition);
  return { synonyms: rows.map(toSynonym), pagination: paginationOf(page, limit, total) };
}

export async function findSynonym(db: Queryable, id: string): Promise<Synonym> {
  const [row] = await db.select(columns).from(searchSynonyms).where(eq(searchSynonyms.id, id));
  if (!row) throw synonymNotFound();
  return toSynonym(row);
}

function toSynonym(row: Omit<typeof searchSynonyms.$inferSelect, 'terms'>): Synonym {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() };
}

export function synonymNotFound(): Problem {
  return new Problem('NOT_FOUND', 'Synonyms not found.');
}
