import { and, desc, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, inTransaction } from '../platform/database.ts';
import { products } from './catalog.tables.ts';
import { isOnSale } from './product.queries.ts';

/** What a search asks of a product: a condition, and how well a product that meets it answers. */
export type Search = { condition: SQL; relevance: SQL; match: 'exact' | 'fuzzy' };

/** The words as written, anywhere in name, brand or description; case does not matter. */
export function literalSearch(words: string): Search {
  return { condition: holds(words), relevance: sql`(${holds(words, lowerName)})::int`, match: 'exact' };
}

const lowerName = sql`lower(${products.name})`;

function holds(words: string, text: SQLWrapper = products.searchText): SQL {
  return sql`${text} like '%' || lower(${escapeLike(words)}) || '%'`;
}

/** `%`, `_` and `\` stand for themselves. */
export function escapeLike(words: string): string {
  return words.replace(/[\\%_]/g, '\\$&');
}

/** Shorter words are too easily near to something. */
const shortestFuzzyWord = 4;
/** More words make a search slow, not better. */
const mostWords = 8;

/** Measuring nearness costs; nobody leafs through more near matches than these. */
const mostFinds = 200;

/**
 * How near is near: "iphnoe" is 0.43 to "iphone", while an unlucky "asdf" is 0.4 to any "as". The
 * operator `<%` reads it from this setting, and only the operator is served by the index.
 */
const setNearness = sql`select set_config('pg_trgm.word_similarity_threshold', '0.42', true)`;

/**
 * The products in which every longer word has something near it and every short word is held as written, those
 * with the nearest names first; null where there is none or no word is long enough.
 */
export async function fuzzySearch(db: Db, words: string): Promise<Search | null> {
  const all = [...new Set(words.toLowerCase().split(/\s+/))].filter(Boolean).slice(0, mostWords);
  const long = all.filter((word) => lettersIn(word) >= shortestFuzzyWord);
  if (long.length === 0) return null;
  const found = await inTransaction(db, async (tx) => {
    await tx.execute(setNearness);
    return tx
      .select({ id: products.id })
      .from(products)
      .where(and(isOnSale, ...all.map((word) => (long.includes(word) ? isNear(word) : holds(word)))))
      .orderBy(desc(nearnessOfName(long)), desc(products.createdAt), desc(products.id))
      .limit(mostFinds);
  });
  return found.length === 0 ? null : theseInOrder(found.map((product) => product.id));
}

const isNear = (word: string) => sql`${word}::text <% ${products.searchText}`;

/** A phone comes before the watch that asks for one in its description. */
function nearnessOfName(words: string[]): SQL {
  const name = sql`${lowerName} || ' ' || lower(${products.brand})`;
  return sql.join(
    words.map((word) => sql`word_similarity(${word}::text, ${name})`),
    sql` + `,
  );
}

function theseInOrder(ids: string[]): Search {
  const list = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  return {
    condition: inArray(products.id, ids),
    relevance: sql`-array_position(array[${list}]::text[], ${products.id})`,
    match: 'fuzzy',
  };
}

function lettersIn(word: string): number {
  return word.match(/\p{L}/gu)?.length ?? 0;
}
