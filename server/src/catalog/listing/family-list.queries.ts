import { type Condition, conditions } from '@reprise/contract/catalog/conditions';
import type { CardProduct } from '@reprise/contract/catalog/product';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import { products } from '../catalog.tables.ts';
import { deviceModels, productFamilies } from '../families/families.tables.ts';
import type { CountedMatches, Matching, Page } from './count-matches.ts';
import { compareMeasures } from './facet-rows.ts';
import { allFilters } from './product-filters.ts';
import { matchesSearch } from './search-matches.ts';

/** SQL: the product of a row is in the list. */
export const isListed = ({ base, plainFilters, search }: Matching): SQL =>
  and(search ? matchesSearch(search) : undefined, base, allFilters(plainFilters)) ?? sql`true`;

/** SQL: the offer of the card of a family, the cheapest match in stock or else the cheapest. */
const cardOffer = (matching: Matching, familyId: SQL) => sql`(
  select ${products.id} from ${products} where ${isListed(matching)} and ${products.familyId} = ${familyId}
  order by ${products.stockCapped} > 0 desc, ${products.priceCents}, ${products.id} limit 1)`;

// A scalar subquery per row, not a join, which would read all families first; each ends at the first better offer. The
// planner takes `is not true` for likely and reads along the sort index, `is null` for rare and reads everything.
const lacksOffer = (matching: Matching, isBetter: SQL) => sql`(
  select true from ${products}
  where ${isListed(matching)} and ${products.familyId} = card_family and ${isBetter} limit 1) is not true`;

/** SQL: the row is the card of its family, as `cardOffer` finds it. */
const isCard = (matching: Matching) => {
  const isCheaper = sql`(${products.priceCents}, ${products.id}) < (card_price, card_id)`;
  return sql`case when card_stock > 0
    then ${lacksOffer(matching, sql`${isCheaper} and ${products.stockCapped} > 0`)}
    else ${lacksOffer(matching, sql`(${isCheaper} or ${products.stockCapped} > 0)`)} end`;
};

/** SQL: the row is the newest match of its family. */
const isNewest = (matching: Matching) =>
  lacksOffer(matching, sql`(${products.createdAt}, ${products.id}) > (card_created, card_id)`);

/** SQL: array of the offers of a page of families in order. */
export function familyPageIds(matching: Matching, page: Page, counted: CountedMatches): SQL {
  if (counted.page) {
    return sql`array(select ${cardOffer(matching, sql`page.family_id`)}
      from unnest(${sql.param(counted.page)}::text[]) with ordinality as page (family_id, place) order by place)`;
  }
  const { order, isNewestFirst, limit, offset } = page;
  // Common matches are read along the sort index; each family is taken at the offer that gives it its place.
  const walk = sql`select products.id, card_family from (
      select ${products}.*, ${products.id} as card_id, ${products.familyId} as card_family,
        ${products.priceCents} as card_price, ${products.stockCapped} as card_stock, ${products.createdAt} as card_created
      from ${products} where ${isListed(matching)}
    ) products where ${isNewestFirst ? isNewest(matching) : isCard(matching)}
    order by ${order} limit ${limit} offset ${offset}`;
  return isNewestFirst
    ? sql`array(select ${cardOffer(matching, sql`walked.card_family`)} from (${walk}) walked)`
    : sql`array(select id from (${walk}) walked)`;
}

type FamilyRow = {
  id: string;
  name: string | null;
  offer_ids: string[];
  conditions: Condition[];
  storages: string[];
};

/** Adds to the card of each family what its matching offers have. */
export async function withFamilies(
  db: Queryable,
  cards: CardProduct[],
  matching: Matching,
): Promise<CardProduct[]> {
  if (cards.length === 0) return cards;
  const ids = cards.map(({ id }) => id);
  const storage = sql`${deviceModels.options} ->> 'storage'`;
  const { rows } = await db.execute<FamilyRow>(sql`
    select ${products.familyId} as id, min(${productFamilies.name}) as name,
      array_agg(${products.id}) as offer_ids, array_agg(distinct ${products.condition}) as conditions,
      coalesce(array_agg(distinct ${storage}) filter (where ${storage} is not null), '{}') as storages
    from ${products} left join ${productFamilies} on ${productFamilies.id} = ${products.familyId}
    left join ${deviceModels} on ${deviceModels.key} = ${products.modelKey}
    where ${isListed(matching)} and ${products.familyId} = any(array(
      select ${products.familyId} from ${products} where ${products.id} = any(${sql.param(ids)}::text[])))
    group by ${products.familyId}`);
  const familyOf = new Map(rows.flatMap((row) => row.offer_ids.map((id) => [id, row] as const)));
  return cards.map((card) => {
    const row = familyOf.get(card.id);
    return row ? toFamilyCard(card, row) : card;
  });
}

function toFamilyCard(card: CardProduct, row: FamilyRow): CardProduct {
  const storages = row.storages.sort(compareMeasures);
  const offers = row.offer_ids.length;
  const family = {
    id: row.id,
    name: row.name ?? card.name,
    from: card.price,
    conditions: conditions.filter((condition) => row.conditions.includes(condition)),
    storages,
    offers,
  };
  return { ...card, family, specLine: offers > 1 ? storages.join(' · ') : card.specLine };
}
