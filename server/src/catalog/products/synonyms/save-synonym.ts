import { maxSynonyms, type Synonym, type SynonymInput } from '@reprise/contract/catalog/products/synonyms';
import { Problem } from '@reprise/contract/problem';
import { and, arrayOverlaps, eq, ne, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { recordAudit } from '../../../foundations/audit/record-audit.ts';
import { inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { invalidateSearches } from '../products.tags.ts';
import { normalizePhrase } from '../search/analyze.ts';
import { findSynonym, synonymNotFound } from './synonym.queries.ts';
import { synonymTerms } from './synonym-terms.ts';
import { searchSynonyms } from './synonyms.tables.ts';

type SynonymDeps = Pick<Deps, 'db' | 'now'>;

/** Adds a synonym group; throws SYNONYMS_FULL above the limit. */
export async function createSynonym(
  deps: SynonymDeps,
  input: SynonymInput,
  actorId: string | null,
): Promise<Synonym> {
  const { phrases, terms } = synonymTerms(input.phrases);
  return inTransaction(deps.db, async (tx) => {
    await lockSynonyms(tx);
    if ((await tx.$count(searchSynonyms)) >= maxSynonyms) throw synonymsFull();
    const id = newId('syn');
    await assertTermsUnused(tx, terms, id);
    const now = deps.now();
    await tx.insert(searchSynonyms).values({ id, phrases, terms, createdAt: now, updatedAt: now });
    invalidateSearches(tx);
    await recordAudit(tx, { actorId, action: 'add synonyms', subject: `synonyms ${id}`, after: { phrases } });
    return findSynonym(tx, id);
  });
}

/** Replaces the phrases of a synonym group; throws EDIT_CONFLICT if it was edited after `version`. */
export async function updateSynonym(
  deps: SynonymDeps,
  id: string,
  input: SynonymInput & { version?: number | undefined },
  actorId: string | null,
): Promise<Synonym> {
  const { phrases, terms } = synonymTerms(input.phrases);
  return inTransaction(deps.db, async (tx) => {
    await lockSynonyms(tx);
    const before = await findSynonym(tx, id);
    assertCurrentVersion(before, input.version);
    await assertTermsUnused(tx, terms, id);
    const fields = { phrases, terms, version: before.version + 1, updatedAt: deps.now() };
    await tx.update(searchSynonyms).set(fields).where(eq(searchSynonyms.id, id));
    invalidateSearches(tx);
    await recordAudit(tx, {
      actorId,
      action: 'edit synonyms',
      subject: `synonyms ${id}`,
      before: { phrases: before.phrases },
      after: { phrases },
    });
    return findSynonym(tx, id);
  });
}

export async function deleteSynonym(
  deps: Pick<Deps, 'db'>,
  id: string,
  actorId: string | null,
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const [deleted] = await tx
      .delete(searchSynonyms)
      .where(eq(searchSynonyms.id, id))
      .returning({ phrases: searchSynonyms.phrases });
    if (!deleted) throw synonymNotFound();
    invalidateSearches(tx);
    await recordAudit(tx, {
      actorId,
      action: 'delete synonyms',
      subject: `synonyms ${id}`,
      before: deleted,
    });
  });
}

/** Makes concurrent saves wait, so that together they cannot exceed the limit or store a phrase twice. */
async function lockSynonyms(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${searchSynonyms} in share row exclusive mode`);
}

async function assertTermsUnused(tx: Tx, terms: string[], id: string): Promise<void> {
  const [other] = await tx
    .select({ phrases: searchSynonyms.phrases })
    .from(searchSynonyms)
    .where(and(arrayOverlaps(searchSynonyms.terms, terms), ne(searchSynonyms.id, id)))
    .limit(1);
  if (!other) return;
  const phrase = other.phrases.find((known) => terms.includes(normalizePhrase(known)));
  const message = `“${phrase}” is already a synonym in “${other.phrases.join(', ')}”. Edit that entry instead.`;
  throw new Problem('SYNONYM_EXISTS', message);
}

function assertCurrentVersion(before: Synonym, version: number | undefined): void {
  if (version === undefined || version === before.version) return;
  throw new Problem(
    'EDIT_CONFLICT',
    'Someone else has changed these synonyms since you opened them. Reload to see the changes.',
    { details: { version: before.version } },
  );
}

function synonymsFull(): Problem {
  const message = `A store can have up to ${maxSynonyms} synonym entries. Delete one to add another.`;
  return new Problem('SYNONYMS_FULL', message);
}
