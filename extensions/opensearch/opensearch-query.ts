import { asksForAccessory } from '../analyze.ts';
import { type Alternative, type ParsedQuery, type QueryGroup, weightOf } from '../parse-query.ts';
import { accessoryFactor, preferenceFactor } from '../product-search.ts';
import { isFacetTerm } from '../search-terms.ts';
import { featureOf, maxFeature } from './opensearch-index.ts';

// The query DSL of a parsed query. It matches and scores as `product-search.ts` does in SQL.

export type Query = Record<string, unknown>;

const hasTerm = (term: string): Query => ({ term: { terms: term } });
const hasOneOf = (terms: string[]): Query => ({ terms: { terms } });
const all = (filter: Query[]): Query => ({ bool: { filter } });
const any = (should: Query[]): Query => ({ bool: { should, minimum_should_match: 1 } });

/** Products that match every group, by score. */
export function wordsQuery({ groups, optional = [], preferred }: ParsedQuery): Query {
  const scores = [...groups, ...optional].map(({ alternatives, rarity }) => ({
    dis_max: { queries: alternatives.map((alternative) => scoreOf(alternative, rarity)) },
  }));
  const sum = groups.reduce((total, { rarity }) => total + rarity, 0);
  const preferences = preferred.map((term) => constant(hasTerm(term), sum * preferenceFactor));
  const matches = { bool: { filter: groups.map(groupQuery), should: [...scores, ...preferences] } };
  if (asksForAccessory(groups.flatMap(({ words }) => words))) return matches;
  return {
    boosting: {
      positive: matches,
      negative: { term: { is_accessory: true } },
      negative_boost: accessoryFactor,
    },
  };
}

/** Products that match one of the alternatives of a group. */
function groupQuery({ alternatives }: QueryGroup): Query {
  const single = alternatives.flatMap(({ terms }) => (terms.length === 1 ? terms : []));
  const several = alternatives.filter(({ terms }) => terms.length > 1);
  return any([
    ...(single.length > 0 ? [hasOneOf(single)] : []),
    ...several.map(({ terms }) => all(terms.map(hasTerm))),
  ]);
}

function scoreOf({ terms, factor }: Alternative, rarity: number): Query {
  const boost = (rarity * factor) / terms.length;
  return {
    bool: {
      should: terms.map((term) => (isFacetTerm(term) ? constant(hasTerm(term), boost) : weight(term, boost))),
    },
  };
}

/** The stored weight of a term as a share of the maximum, times the boost. */
const weight = (term: string, boost: number): Query => ({
  rank_feature: {
    field: `weights.${featureOf(term)}`,
    saturation: { pivot: 1 },
    boost: (boost * (maxFeature + 1)) / maxFeature,
  },
});

const constant = (filter: Query, boost: number): Query => ({ constant_score: { filter, boost } });

/** Products that contain the text but do not match the words; those with the text in their name first. */
export function textQuery(typed: string, words: Query | null): Query {
  return {
    bool: {
      filter: [contains('text', typed)],
      should: [constant(contains('name', typed), 1)],
      ...(words && { must_not: [words] }),
    },
  };
}

/** Products of a query that have one of the terms of each filter. */
export const withFilters = (query: Query, filterTerms: string[][]): Query => ({
  bool: { must: [query], filter: filterTerms.map(hasOneOf) },
});

/** Products by the rarity of the groups that they match; each hit names these by their index. */
export function groupsQuery(groups: QueryGroup[]): Query {
  return any(
    groups.map((group, index) => ({
      constant_score: { filter: groupQuery(group), boost: weightOf(group, groups), _name: String(index) },
    })),
  );
}

const contains = (field: 'text' | 'name', text: string): Query => ({
  wildcard: { [field]: { value: `*${text.toLowerCase().replace(/[\\*?]/g, '\\$&')}*` } },
});
