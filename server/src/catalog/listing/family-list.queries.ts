import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { specLineOfFamily } from '@reprise/contract/catalog/products/spec-line';
import { and, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/database.ts';
import {
  cardFamilyOf,
  type ListedFamily,
  offerOrder,
  productsOfFamilies,
  selectFamilies,
} from '../products/families/card-family.ts';
import { products } from '../products/products.tables.ts';
import type { Matching, Page } from './count-matches.ts';
import { allFilters } from './product-filters.ts';
import { matchesSearchEach, type SearchMatching, selectMatches } from './search-matches.ts';

/** SQL: the product of a row is in the list. */
const isListed = ({ base, plainFilters, search }: Matching): SQL =>
  and(search ? matchesSearchEach(search) : undefined, base, allFilters(plainFilters)) ?? sql`true`;

/** SQL: the offer of the card of a family. */
const cardOffer = (matching: Matching, familyId: SQL) => sql`(
  select ${products.id} from ${productsOfFamilies(familyId)} where ${isListed(matching)} order by ${offerOrder} limit 1)`;

/**
 * SQL: joins the card of its family to a row, first by `offerOrder`. A lateral one with `offset 0`, so that PostgreSQL
 * remembers it for the other offers of the family: of the dearest families the walk passes every dear offer first.
 */
const joinedCard = (matching: Matching) => {
  const cheapest = (condition: SQL | undefined) => sql`(
    select ${products.id} from ${products} where ${and(isListed(matching), sql`${products.familyId} = card_family`, condition)}
    order by ${products.priceCents}, ${products.id} limit 1)`;
  return sql`left join lateral (
    select coalesce(${cheapest(sql`${products.stockCapped} > 0`)}, ${cheapest(undefined)}) as id offset 0) card on true`;
};

// The planner takes `case` for likely and reads along the sort index, an equality for rare and reads everything.
const isCard = sql`case when card.id = products.id then true end`;

/**
 * SQL: joins to a row if its family has a newer match; each search ends at the first. A lateral join, so that PostgreSQL
 * leaves out rows of other options before it searches.
 */
const joinedNewer = (matching: Matching) => sql`left join lateral (
    select true as is_there from ${products}
    where ${isListed(matching)} and ${products.familyId} = card_family
      and (${products.createdAt}, ${products.id}) > (card_created, card_id) limit 1) newer on true`;

// The planner takes `is not true` for likely and reads along the sort index, `is null` for rare and reads everything.
const isNewest = sql`newer.is_there is not true`;

/** SQL: array of the offers of a page of families in order, read along the sort index `among` these products. */
export function walkedOffers(matching: Matching, page: Page, among = sql`${products}`): SQL {
  const { order, isNewestFirst, limit, offset } = page;
  // Common matches are read along the sort index; each family is taken at the offer that gives it its place.
  const walk = sql`select products.id, card_family from (
      select ${products}.*, ${products.id} as card_id, ${products.familyId} as card_family,
        ${products.createdAt} as card_created
      from ${among} where ${isListed(matching)}
    ) products ${isNewestFirst ? sql`${joinedNewer(matching)} where ${isNewest}` : sql`${joinedCard(matching)} where ${isCard}`}
    order by ${order} limit ${limit} offset ${offset}`;
  return isNewestFirst
    ? sql`array(select ${cardOffer(matching, sql`walked.card_family`)} from (${walk}) walked)`
    : sql`array(select id from (${walk}) walked)`;
}

/** SQL: a column of the cards of a page, those of the families among matches by their newest match or their cheapest. */
export function cardsOf(matches: SQL, { order, isNewestFirst, limit, offset }: Page, column: SQL): SQL {
  const first = isNewestFirst ? sql`created_at desc, id desc` : sql`in_stock desc, price, id`;
  return sql`select ${column} from (
      select distinct on (family_id) family_id, id from ${matches} order by family_id, ${first}
    ) cards join ${products} on ${products.id} = cards.id order by ${order} limit ${limit} offset ${offset}`;
}

/**
 * SQL: array of the offers of a page of families that a search finds, of all its matches. Of these there may be tens of
 * thousands, so only what places them is read.
 */
export function collectedOffers(matching: SearchMatching, page: Page): SQL {
  const place = page.isNewestFirst
    ? sql`${products.createdAt} as created_at`
    : sql`${products.stockCapped} > 0 as in_stock, ${products.priceCents} as price`;
  const columns = sql`${products.id} as id, ${products.familyId} as family_id, ${place}`;
  return sql`array(${cardsOf(sql`(${selectMatches(matching, { columns })}) matches`, page, sql`cards.id`)})`;
}

/** Returns families with their matching offers; `isOfFamilies` is what their ids are equal to, an array in `any`. */
async function readFamilies(db: Queryable, isOfFamilies: SQL, matching: Matching): Promise<ListedFamily[]> {
  const { rows } = await db.execute<ListedFamily>(selectFamilies(isOfFamilies, isListed(matching)));
  return rows;
}

/** Returns the families of a page in its order. */
export async function readFamiliesOfPage(
  db: Queryable,
  ids: string[],
  matching: Matching,
): Promise<ListedFamily[]> {
  const rows = await readFamilies(db, sql`any(${sql.param(ids)}::text[])`, matching);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Adds to the card of each family what its matching offers have; `known` are the families if the page was read by them. */
export async function withFamilies(
  db: Queryable,
  cards: CardProduct[],
  matching: Matching,
  known: ListedFamily[] | null,
): Promise<CardProduct[]> {
  if (cards.length === 0) return cards;
  const ids = cards.map(({ id }) => id);
  const ofCards = sql`any(array(
    select ${products.familyId} from ${products} where ${products.id} = any(${sql.param(ids)}::text[])))`;
  const rows = known ?? (await readFamilies(db, ofCards, matching));
  const familyOf = new Map(rows.flatMap((row) => row.offer_ids.map((id) => [id, row] as const)));
  return cards.map((card) => {
    const row = familyOf.get(card.id);
    return row ? toFamilyCard(card, row) : card;
  });
}

function toFamilyCard(card: CardProduct, row: ListedFamily): CardProduct {
  const family = cardFamilyOf(row, card);
  return { ...card, family, specLine: specLineOfFamily(family, card.specLine) };
}
