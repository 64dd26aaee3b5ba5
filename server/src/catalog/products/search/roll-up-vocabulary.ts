import { sql } from 'drizzle-orm';
import { type Db, inTransaction } from '../../../platform/database/database.ts';
import { searchVocabulary, vocabularyStaging } from '../products.tables.ts';

/** Advisory lock number, the same in every process. */
const rollUpLock = 7_248_114;
/** Maximum number of staged words per run, which bounds its duration. */
const maxRowsPerRun = 20_000;

/** Merges staged words into the vocabulary; an advisory lock lets one process at a time do it. */
export async function rollUpVocabulary(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ acquired: boolean }>(
      sql`select pg_try_advisory_xact_lock(${rollUpLock}) as acquired`,
    );
    if (!rows[0]?.acquired) return;
    await tx.execute(sql`
      with removed as (
        delete from ${vocabularyStaging}
        where id in (select id from ${vocabularyStaging} limit ${maxRowsPerRun}) returning word, named
      )
      insert into ${searchVocabulary} select word, bool_or(named) from removed group by word
      on conflict (word) do update set named = true where excluded.named and not search_vocabulary.named`);
  });
}
