import { type CardProduct, maxOffset } from '@reprise/contract/catalog/products/product';
import { specLineOfFamily } from '@reprise/contract/catalog/products/spec-line';
import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import { byName } from '../../../platform/database/by-name.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { cardFamilyOf, type ListedFamily, offerOrder, selectFamilies } from '../families/card-family.ts';
import { products } from '../products.tables.ts';
import { isListed, isListedEach, type Listed } from './listed-products.ts';
import { savingShare } from './option-filters.ts';
import type { ListOrder, ListPlan } from './plan-list.ts';
import { matchOrder } from './search-matches.ts';

const rating = sql`(${products.ratingSum}::float8 / greatest(${products.reviewCount}, 1))`;
const newestFirst = [desc(products.createdAt), desc(products.id)];

/** SQL: the keys of each order, unique by the id at their end. */
const orders: Record<ListOrder, SQL[]> = {
  newest: newestFirst,
  'price-low': [asc(products.priceCents), asc(products.id)],
  'price-high': [desc(products.priceCents), desc(products.id)],
  rating: [desc(rating), desc(products.reviewCount), desc(products.id)],
  saving: [desc(savingShare), ...newestFirst],
  deals: [desc(sql`(${products.saleEndsAt} is not null)`), desc(savingShare), ...newestFirst],
  popular: [desc(products.soldCount), ...newestFirst],
  relevance: [matchOrder],
  name: [asc(byName(products.name)), asc(products.id)],
};

const keysOf = (order: ListOrder) => sql.join(orders[order], sql`, `);

/** SQL: the ids of a page in order: of products, or of families by the place of their first match in `groups`. */
export function pageOfList(plan: ListPlan, listed: Listed, groups: SQL): SQL {
  const { cards, order, placedBy, limit, offset, after } = plan;
  const condition = and(isListed(listed), after === undefined ? undefined : isOlderThan(after));
  const firstOffers = () => {
    if (order.startsWith('price')) return firstPrices(groups);
    const isFound = listed.search || placedBy === 'best';
    return isFound ? firstFound(placedBy, listed) : firstListed(placedBy, listed);
  };
  const rows =
    cards === 'products'
      ? sql`${products.id} from ${listed.source} where ${condition}`
      : sql`family_id from ${firstOffers()}`;
  return sql`select ${rows} order by ${keysOf(order)} limit ${offset < maxOffset ? limit : 0} offset ${offset}`;
}

/** SQL: older than this product; false if the product does not exist. */
const isOlderThan = (id: string) =>
  sql`(${products.createdAt}, ${products.id}) < (select created_at, id from ${products} where id = ${id})`;

/** SQL: the families of grouped products with the price of their cheapest offer, one in stock if any is. */
const firstPrices = (groups: SQL) => sql`(
  select family_id, family_id as id, coalesce(min(lowest_in_stock), min(lowest)) as price_cents
  from ${groups} group by family_id) products`;

/** SQL: the products of a list that come before all others of their family. */
function firstListed(placedBy: 'newest' | 'cheapest', listed: Listed): SQL {
  const comesBefore =
    placedBy === 'newest'
      ? sql`(${products.createdAt}, ${products.id}) > (card_created, card_id)`
      : sql`(${products.stockCapped} = 0, ${products.priceCents}, ${products.id}) < (card_sold_out, card_price, card_id)`;
  return sql`(
    select ${products}.*, ${products.familyId} as card_family, ${products.id} as card_id, ${products.createdAt} as card_created,
      ${products.stockCapped} = 0 as card_sold_out, ${products.priceCents} as card_price
    from ${products} where ${isListed(listed)}
  ) products where not exists (
    select from ${products} where ${isListed(listed)} and ${products.familyId} = card_family and ${comesBefore})`;
}

/** SQL: the first product of each family that a search finds. */
function firstFound(placedBy: ListPlan['placedBy'], listed: Listed): SQL {
  const first = { best: matchOrder, newest: keysOf('newest'), cheapest: offerOrder }[placedBy];
  return sql`(
    select distinct on (family_id) * from ${listed.source} where ${isListed(listed)} order by family_id, ${first}
  ) products`;
}

/** Returns the families of a page in order, with their offers in the list. */
export async function readFamilies(db: Queryable, ids: string[], listed: Listed): Promise<ListedFamily[]> {
  const isOfPage = sql`any(${sql.param(ids)}::text[])`;
  const { rows } = await db.execute<ListedFamily>(
    selectFamilies(isOfPage, isListedEach(listed), listed.search?.preferred),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Adds to the card of the first offer of each family what its offers in the list have. */
export function toFamilyCards(cards: CardProduct[], families: ListedFamily[]): CardProduct[] {
  const familyOf = new Map(families.flatMap((row) => row.offer_ids.map((id) => [id, row] as const)));
  return cards.map((card) => {
    const row = familyOf.get(card.id);
    if (!row) return card;
    const family = cardFamilyOf(row, card);
    return { ...card, family, specLine: specLineOfFamily(family, card.specLine) };
  });
}
