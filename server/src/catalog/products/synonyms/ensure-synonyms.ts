import { eq } from 'drizzle-orm';
import { type Db, inTransaction, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/new-id.ts';
import { normalizePhrase } from '../search/analyze.ts';
import { defaultSynonyms } from './default-synonyms.ts';
import { synonymTerms } from './synonym-terms.ts';
import { searchSynonyms, synonymSeeds } from './synonyms.tables.ts';

/** Stores the default synonyms once per shop, and renews all terms after a change of the analyzer. Called at every start. */
export async function ensureSynonyms(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const seeds = await tx.insert(synonymSeeds).values({ id: 1 }).onConflictDoNothing().returning();
    if (seeds.length > 0) await storeDefaults(tx);
    else await renewTerms(tx);
  });
}

async function storeDefaults(tx: Tx): Promise<void> {
  await tx
    .insert(searchSynonyms)
    .values(defaultSynonyms.map((phrases) => ({ id: newId('syn'), ...synonymTerms(phrases) })));
}

async function renewTerms(tx: Tx): Promise<void> {
  const rows = await tx
    .select({ id: searchSynonyms.id, phrases: searchSynonyms.phrases, terms: searchSynonyms.terms })
    .from(searchSynonyms)
    .orderBy(searchSynonyms.id)
    .for('update');
  for (const { id, phrases, terms } of rows) {
    const renewed = phrases.map(normalizePhrase);
    if (renewed.join('\n') === terms.join('\n')) continue;
    await tx.update(searchSynonyms).set({ terms: renewed }).where(eq(searchSynonyms.id, id));
  }
}
