import {
  type IndexQuery,
  isFacetTerm,
  maxTermWeight,
  type TermGroup,
  type WordsQuery,
} from '@reprise/extension/search-index';
import { featureOf } from './opensearch-index.ts';

export type Query = Record<string, unknown>;

const hasTerm = (term: string): Query => ({ term: { terms: term } });
const hasOneOf = (terms: string[]): Query => ({ terms: { terms } });
const all = (filter: Query[]): Query => ({ bool: { filter } });
const any = (should: Query[]): Query => ({ bool: { should, minimum_should_match: 1 } });

/** Returns a query in the DSL of OpenSearch. */
export function toQuery(query: IndexQuery): Query {
  switch (query.kind) {
    case 'words':
      return wordsQuery(query);
    case 'text':
      return textQuery(query.text, query.without && wordsQuery(query.without));
    case 'groups':
      return groupsQuery(query.groups);
  }
}

function wordsQuery({ groups, optional, preferred, accessoryFactor }: WordsQuery): Query {
  const scores = [...groups, ...optional].map(({ alternatives, rarity }) => ({
    dis_max: { queries: alternatives.map((alternative) => scoreOf(alternative, rarity)) },
  }));
  const preferences = preferred.map(({ term, score }) => constant(hasTerm(term), score));
  const matches = { bool: { filter: groups.map(groupQuery), should: [...scores, ...preferences] } };
  if (accessoryFactor === 1) return matches;
  return {
    boosting: {
      positive: matches,
      negative: { term: { is_accessory: true } },
      negative_boost: accessoryFactor,
    },
  };
}

/** Products that match one of the alternatives of a group. */
function groupQuery({ alternatives }: TermGroup): Query {
  const single = alternatives.flatMap(({ terms }) => (terms.length === 1 ? terms : []));
  const several = alternatives.filter(({ terms }) => terms.length > 1);
  return any([
    ...(single.length > 0 ? [hasOneOf(single)] : []),
    ...several.map(({ terms }) => all(terms.map(hasTerm))),
  ]);
}

function scoreOf({ terms, factor }: TermGroup['alternatives'][number], rarity: number): Query {
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
    boost: (boost * (maxTermWeight + 1)) / maxTermWeight,
  },
});

const constant = (filter: Query, boost: number): Query => ({ constant_score: { filter, boost } });

/** Products that contain the text but do not match the words; those with the text in their name first. */
function textQuery(typed: string, words: Query | null): Query {
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
function groupsQuery(groups: (TermGroup & { weight: number })[]): Query {
  return any(
    groups.map((group, index) => ({
      constant_score: { filter: groupQuery(group), boost: group.weight, _name: String(index) },
    })),
  );
}

const contains = (field: 'text' | 'name', text: string): Query => ({
  wildcard: { [field]: { value: `*${text.toLowerCase().replace(/[\\*?]/g, '\\$&')}*` } },
});
