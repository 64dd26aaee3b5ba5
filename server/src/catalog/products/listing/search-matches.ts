import { and, or, type SQL, sql } from 'drizzle-orm';
import { columnsOfLists, products } from '../products.tables.ts';
import { documentsOfProducts, newestProducts, type ProductSearch } from '../search/product-search.ts';
import { searchDocuments } from '../search/search.tables.ts';

/** SQL: order of the products that a search finds by relevance. */
export const matchOrder = sql`is_text_only, ${products.stockCapped} > 0 desc, score desc, ${products.soldCount} desc,
  ${products.createdAt} desc, ${products.id} desc`;

/** SQL: the columns that filters, counts and orders of lists read; all of them would not fit in memory. */
const columns = sql.join(
  [
    ...columnsOfLists,
    ...(['familyId', 'archivedAt', 'name', 'soldCount', 'saleEndsAt', 'ratingSum', 'reviewCount'] as const),
  ].map((name) => sql`${products[name]}`),
  sql`, `,
);

/** SQL: the products that a search finds, with their score, those of its words and those that only contain the text. */
export function searchedProducts({
  words,
  substring,
  isSubstringIndexed,
  score,
  textScore,
}: ProductSearch): SQL {
  const select = (from: SQL, where: SQL | undefined, scored: SQL, isTextOnly: boolean) => sql`
    select ${columns}, ${scored} as score, ${isTextOnly ? sql`true` : sql`false`} as is_text_only
    from ${from} where ${where}`;
  const isOther = words ? sql`not ${words}` : undefined;
  const byText = isSubstringIndexed
    ? select(documentsOfProducts, and(substring ?? undefined, isOther), textScore, true)
    : select(newestProducts, and(substring ?? undefined, isOther && hasDocument(isOther)), textScore, true);
  const parts = [
    ...(words ? [select(documentsOfProducts, words, score, false)] : []),
    ...(substring ? [byText] : []),
  ];
  const none = select(sql`${products}`, sql`false`, sql`0`, true);
  return parts.length > 0 ? sql.join(parts, sql` union all `) : none;
}

/** SQL: the search document of a product meets the condition. */
export const hasDocument = (condition: SQL | undefined) => sql`exists (${selectDocument(condition)})`;

const selectDocument = (condition: SQL | undefined) =>
  sql`select from ${searchDocuments} where ${and(sql`${searchDocuments.productId} = ${products.id}`, condition)}`;

/** SQL: the product of a row matches the search; for scanning along a sort index. */
export const matchesSearch = (search: ProductSearch): SQL => isFound(search, hasDocument);

/**
 * SQL: the same for few rows. `offset 0` looks each document up by its product: the planner takes words for rare and would
 * first read the documents of all matches.
 */
export const matchesSearchEach = (search: ProductSearch): SQL =>
  isFound(search, (condition) => sql`exists (${selectDocument(condition)} offset 0)`);

function isFound(
  { words, substring, isSubstringIndexed }: ProductSearch,
  has: (condition: SQL | undefined) => SQL,
): SQL {
  const inDocument = substring && isSubstringIndexed ? or(words ?? undefined, substring) : words;
  const matches = has(inDocument ?? sql`false`);
  return substring && !isSubstringIndexed ? sql`(${matches} or ${substring})` : matches;
}
