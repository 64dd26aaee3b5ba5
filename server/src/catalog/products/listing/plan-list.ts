import { batterySteps, optionNames, savingSteps } from '@reprise/contract/catalog/products/option-names';
import type { ProductQuery } from '@reprise/contract/catalog/products/product';
import type { ProductSort } from '@reprise/contract/catalog/products/product-sort';
import { pageOf } from '@reprise/contract/paging';

/** Order of a list; deals and popular products have orders of their own. */
export type ListOrder = ProductSort | 'deals' | 'popular';

export const plainFacets = ['category', 'brand', 'condition', 'origin', 'inStock', 'price'] as const;
export const stepsOfFacets = { battery: batterySteps, saving: savingSteps };
export const optionFacets = [...optionNames, 'family', 'battery', 'saving'] as const;
export type PlainFacet = (typeof plainFacets)[number];
export type OptionFacet = (typeof optionFacets)[number];

/** Decisions about a list, from its query alone. */
export type ListPlan = {
  /** Subject of a card: a product, or a family with the offers of it that match. */
  cards: 'products' | 'families';
  order: ListOrder;
  /** Offer that gives a family its place. */
  placedBy: 'best' | 'newest' | 'cheapest';
  /** Facets that are counted, each without its own filter. */
  facets: readonly (PlainFacet | OptionFacet)[];
  limit: number;
  offset: number;
  /** Id of the product after which the page begins. */
  after: string | undefined;
};

/** Returns which cards a list has, their order and page, and which facets are counted. */
export function planList(query: ProductQuery): ListPlan {
  const order = orderOf(query);
  const { limit, offset } = pageOf(query);
  // Options are counted where devices are alike, in a category, and where one is chosen.
  const hasOptions = query.show !== undefined && (Boolean(query.category) || hasOptionFilter(query));
  return {
    cards: query.show === 'families' ? 'families' : 'products',
    order,
    placedBy: order === 'relevance' ? 'best' : order === 'newest' ? 'newest' : 'cheapest',
    facets: hasOptions ? [...plainFacets, ...optionFacets] : plainFacets,
    limit,
    offset,
    after: query.after,
  };
}

/** A search is sorted by relevance unless the query names another order or a cursor, which needs a fixed one. */
function orderOf({ search, sort, after, deals, popular }: ProductQuery): ListOrder {
  if (search && (sort === 'relevance' || (!sort && !after))) return 'relevance';
  // Without a search all products are equally relevant.
  if (sort) return sort === 'relevance' ? 'newest' : sort;
  return deals ? 'deals' : popular ? 'popular' : 'newest';
}

export const hasOptionFilter = (query: ProductQuery) =>
  optionFacets.some((name) => query[name] !== undefined);
