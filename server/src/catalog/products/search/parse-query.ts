import {
  conditionLabels,
  conditions,
  originLabels,
  origins,
} from '@reprise/contract/catalog/products/conditions';
import { normalizePhrase, queryTerms } from './analyze.ts';
import type { QueryFacts } from './query-facts.ts';
import { facetTerms, isFacetTerm } from './search-terms.ts';

/** One way to match a group of typed words: a product that has all of the terms. */
export type Alternative = {
  terms: string[];
  /** Factor of the score: 1 for the typed words, less for words that mean nearly the same. */
  factor: number;
};

/** Typed words that are matched together. A product matches the query if it matches each group. */
export type QueryGroup = {
  words: string[];
  /** Inverse document frequency: the rarer the words, the more they tell. */
  rarity: number;
  /** Sort of thing that the words name; null for an attribute, such as a color, or a word of a text. */
  names: 'category' | 'family' | 'brand' | 'number' | null;
  alternatives: Alternative[];
};

export type ParsedQuery = {
  groups: QueryGroup[];
  /** Groups that raise the score of their products; no product has to match them. */
  optional?: QueryGroup[];
  /** Facet terms of conditions and origins that the query names; they raise the score and filter nothing. */
  preferred: string[];
};

const maxQueryTerms = 12;
const maxPhraseLength = 4;

/** Words that say nothing about a product; no product has to have them. */
const stopWords = new Set(queryTerms('a an and at by for from in is of on or the to with'));

/** Returns the terms of the query that matter, at most `maxQueryTerms`. */
export function termsOfQuery(typed: string): string[] {
  const terms = queryTerms(typed);
  const meaningful = terms.filter((term) => !stopWords.has(term));
  return (meaningful.length > 0 ? meaningful : terms).slice(0, maxQueryTerms);
}

/** Returns the candidates for synonyms: each run of up to `maxPhraseLength` terms, and two terms as one word ("ps 5"). */
export function phrasesOf(terms: string[]): string[] {
  return terms.flatMap((_, from) => [
    ...Array.from({ length: Math.min(maxPhraseLength, terms.length - from) }, (_, length) =>
      terms.slice(from, from + length + 1).join(' '),
    ),
    terms.slice(from, from + 2).join(''),
  ]);
}

/** Returns the words that may be meant by this one: joined with the next ("play station") or split ("iphone13"). */
export function respelledTerms(terms: string[]): string[] {
  return terms.flatMap((term, index) => [
    ...(terms[index + 1] ? [`${term}${terms[index + 1]}`] : []),
    ...splitsOf(term).flat(),
    ...pieces(term),
  ]);
}

const minPartLength = 2;

/** Letters and digits of a glued name: "iphone15pro" has iphone, 15 and pro. */
const pieces = (term: string): string[] => term.match(/\p{L}+|\p{N}+/gu) ?? [];

function splitsOf(term: string): [string, string][] {
  return Array.from({ length: Math.max(0, term.length - 2 * minPartLength + 1) }, (_, index) => [
    term.slice(0, index + minPartLength),
    term.slice(index + minPartLength),
  ]);
}

/** Builds the groups of a query from left to right; the longest phrase that means something comes first. */
export function parseQuery(
  terms: string[],
  facts: QueryFacts,
  { isTyping }: { isTyping: boolean },
): ParsedQuery {
  const groups: QueryGroup[] = [];
  const preferred: string[] = [];
  for (let index = 0; index < terms.length; ) {
    const condition = conditionAt(terms, index);
    if (condition) preferred.push(condition.facetTerm);
    const length = condition?.length ?? meaningfulLength(terms, index, facts);
    if (!condition) groups.push(groupOf(terms.slice(index, index + length), facts));
    index += length;
  }
  if (groups.some(({ names }) => names !== null)) groups.forEach(requireInName);
  const last = groups.at(-1);
  if (isTyping && last) groups.splice(-1, 1, ...completions(last, facts, groups.length === 1));
  if (facts.codes.length > 0)
    for (const { alternatives } of groups) alternatives.push(...codeAlternatives(facts.codes));
  if (groups.length > 0 || preferred.length === 0) return { groups, preferred };
  return { groups: preferred.map((term) => facetGroup(terms, term)), preferred: [] };
}

/** More than the words of a text can score: the product with the code comes first. */
const codeFactor = 4;

const codeAlternatives = (codes: string[]): Alternative[] =>
  codes.map((term, index) => ({ terms: [term], factor: codeFactor / (index + 1) }));

/** A condition that is the whole query is what is looked for. */
const facetGroup = (words: string[], term: string): QueryGroup => ({
  words,
  rarity: 1,
  names: 'category',
  alternatives: [{ terms: [term], factor: 1 }],
});

/** Beside the name of a thing, a number is its model, which another number in a text does not match. */
function requireInName(group: QueryGroup): void {
  const [word = '', ...others] = group.words;
  if (others.length > 0 || !/^\d{1,4}$/.test(word)) return;
  group.alternatives = [{ terms: [facetTerms.inName(word)], factor: 1 }];
}

const completionFactor = 0.9;

/** Returns the group of an unfinished word, which matches the words it may become; none for a letter after words. */
function completions(group: QueryGroup, { prefixMatches }: QueryFacts, isOnly: boolean): QueryGroup[] {
  const [word = '', ...others] = group.words;
  if (others.length > 0) return [group];
  if (word.length === 1) return isOnly ? [group] : [];
  const completed = prefixMatches.map((match) => ({ terms: queryTerms(match), factor: completionFactor }));
  return [{ ...group, alternatives: [...group.alternatives, ...completed] }];
}

/** Phrases that name a condition or origin. */
const namedFacets = new Map([
  ...conditions.flatMap((value) => {
    const names = [value, conditionLabels[value]];
    const beside = names.flatMap((name) => [
      `${name} condition`,
      `condition ${name}`,
      `${name} grade`,
      `grade ${name}`,
    ]);
    return [...names, ...beside].map((name) => [normalizePhrase(name), facetTerms.condition(value)] as const);
  }),
  ...origins.map((value) => [normalizePhrase(originLabels[value]), facetTerms.origin(value)] as const),
]);

function conditionAt(terms: string[], index: number): { facetTerm: string; length: number } | null {
  for (let length = maxPhraseLength; length > 0; length--) {
    const facetTerm = namedFacets.get(terms.slice(index, index + length).join(' '));
    if (facetTerm && index + length <= terms.length) return { facetTerm, length };
  }
  return null;
}

/** Returns the number of terms from here that form a synonym, a category or one word; 1 if there is none. */
function meaningfulLength(terms: string[], index: number, facts: QueryFacts): number {
  for (let length = Math.min(maxPhraseLength, terms.length - index); length > 1; length--) {
    const phrase = terms.slice(index, index + length);
    const text = phrase.join(' ');
    const meanings = [phrase, ...(facts.synonyms.get(text) ?? []).map((synonym) => synonym.split(' '))];
    const isInShop = meanings.some((terms) => terms.every((term) => facts.counts.has(term)));
    if (facts.categories.has(text) || (facts.synonyms.has(text) && isInShop)) return length;
    const joined = phrase.join('');
    if (length === 2 && (facts.counts.has(joined) || facts.synonyms.has(joined))) return length;
  }
  return 1;
}

const synonymFactor = 0.3;
const splitFactor = 0.9;

function groupOf(words: string[], facts: QueryFacts): QueryGroup {
  const [phrase, joined] = [words.join(' '), words.join('')];
  const synonyms = (facts.synonyms.get(phrase) ?? facts.synonyms.get(joined) ?? []).map((text) =>
    text.split(' '),
  );
  const categoryIds = [phrase, ...synonyms.map((terms) => terms.join(' '))].flatMap(
    (name) => facts.categories.get(name) ?? [],
  );
  if (categoryIds.length > 0)
    return categoryGroup(words, [words, ...synonyms], [...new Set(categoryIds)], facts);
  const isKnown = words.every((word) => facts.counts.has(word));
  const alternatives: Alternative[] = [
    { terms: words, factor: 1 },
    ...synonyms.map((terms) => ({ terms, factor: synonymFactor })),
    ...(words.length > 1 && facts.counts.has(joined) ? [{ terms: [joined], factor: 1 }] : []),
    ...(words.length === 1 && !isKnown ? splitAlternatives(joined, facts) : []),
  ];
  const names = nameOf([words, ...synonyms], facts);
  return { words, rarity: rarityOf(alternatives, facts), names, alternatives };
}

/** Where the shop has a category for a kind of product, a text that mentions the kind does not make a product one. */
function categoryGroup(words: string[], phrases: string[][], ids: string[], facts: QueryFacts): QueryGroup {
  const inCategory = ids.map((id) => ({ terms: [facetTerms.category(id)], factor: 1 }));
  const inNames = phrases.map((terms) => ({ terms: terms.map(facetTerms.inName), factor: 1 }));
  const rarity = rarityOf([{ terms: words, factor: 1 }], facts);
  return { words, rarity, names: 'category', alternatives: [...inCategory, ...inNames] };
}

/** Says what a phrase or one of its synonyms names. */
function nameOf(phrases: string[][], { familyTerms, brands }: QueryFacts): QueryGroup['names'] {
  const named = phrases.filter((terms) => terms.every((term) => familyTerms.has(term)));
  if (phrases.some((terms) => brands.has(terms.join(' ')))) return 'brand';
  if (named.some((terms) => terms.some((term) => /\p{L}{2}/u.test(term)))) return 'family';
  return named.length > 0 ? 'number' : null;
}

/**
 * Weights of what a group names, each more than all smaller ones of a query together: where not all words can match, the
 * named thing stays, and attributes are left out first.
 */
const nameWeights = { category: 1_000_000, family: 20_000, brand: 10_000, number: 1000 };
/** Weights of the first family and of the number behind it: "iphone 13 pro" is an iPhone 13 rather than another Pro. */
const [thingWeight, modelWeight] = [1_500_000, 500_000];

/** Returns the weight of a group where not all can match. */
export function weightOf(group: QueryGroup, groups: QueryGroup[]): number {
  const thing = groups.findIndex(({ names }) => names === 'family');
  if (group === groups[thing]) return thingWeight + group.rarity;
  if (group.names === 'number' && thing >= 0 && group === groups[thing + 1])
    return modelWeight + group.rarity;
  return group.rarity + (group.names ? nameWeights[group.names] : 0);
}

/** Returns the words that an unknown one may be glued together from. */
function splitAlternatives(term: string, { counts, replacements }: QueryFacts): Alternative[] {
  if (replacements.get(term)?.isClose) return [];
  const isLikely = (part: string) => counts.has(part) && (/^\p{L}{3,}$/u.test(part) || /\d/.test(part));
  return [...splitsOf(term), ...(pieces(term).length > 1 ? [pieces(term)] : [])]
    .filter((parts) => parts.every(isLikely))
    .map((parts) => ({ terms: parts, factor: splitFactor }));
}

/** Inverse document frequency of BM25, of the first alternative that any product matches. */
function rarityOf(alternatives: Alternative[], { counts, productCount }: QueryFacts): number {
  const rarity = (term: string) => {
    const count = Math.min(counts.get(term) ?? 0, productCount);
    return Math.log(1 + (productCount - count + 0.5) / (count + 0.5));
  };
  const { terms = [] } = alternatives.find(({ terms }) => terms.every((term) => counts.has(term))) ?? {};
  return terms.reduce((sum, term) => sum + rarity(term), 0) || Math.log(1 + productCount);
}

/** Returns an abbreviated model as the words of its name, the last of which is its number: "ps4" as playstation and 4. */
export function spellOut(group: QueryGroup, facts: QueryFacts): QueryGroup[] {
  const [word = ''] = group.words;
  const name = (facts.synonyms.get(word) ?? [])
    .map((synonym) => synonym.split(' '))
    .find((terms) => terms.length > 1 && /^\d+$/.test(terms.at(-1) ?? ''));
  if (group.names !== 'family' || group.words.length > 1 || !name) return [group];
  const groups = name.map((term) => groupOf([term], facts));
  groups.forEach(requireInName);
  return groups;
}

/** Returns a group that names of products have to match; a text that mentions it does not count. */
export function groupInNames(group: QueryGroup): QueryGroup {
  const alternatives = group.alternatives.map(({ terms, factor }) => ({
    factor,
    terms: terms.flatMap((term) => (isFacetTerm(term) ? [term] : [term, facetTerms.inName(term)])),
  }));
  return { ...group, alternatives };
}

/** Returns the group, that of a family in names only. */
export const namedGroup = (group: QueryGroup): QueryGroup =>
  group.names === 'family' ? groupInNames(group) : group;

/** True if some product may match the group. */
export function isMatchable({ alternatives }: QueryGroup, { counts }: QueryFacts): boolean {
  return alternatives.some(({ terms }) => terms.every((term) => counts.has(term) || isFacetTerm(term)));
}
