import {
  conditionLabels,
  conditions,
  originLabels,
  origins,
} from '@reprise/contract/catalog/products/conditions';
import { isAccessoryItself, isMeasure, normalizePhrase, queryTerms } from './analyze.ts';
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
  /** True if the query asks for what is cheap: the lower the price, the higher the score. */
  isCheap?: boolean;
};

const maxPhraseLength = 4;

/** Words that say nothing about a product, outside of a phrase such as "in-ear headphones". */
const stopWords = new Set(
  queryTerms(
    'a an and any are at best buy by condition do does for from grade has have how in is looking need of on or please ' +
      'sell the to used want what where which with you your',
  ),
);
const cheapWords = new Set(['cheap', 'cheapest', 'budget', 'affordable', 'inexpensive']);
const isMeaningful = (term: string) => !stopWords.has(term) && !cheapWords.has(term);

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
  const isSaid = terms.some(isMeaningful) ? isMeaningful : () => true;
  const groups: QueryGroup[] = [];
  const preferred: string[] = [];
  for (let index = 0; index < terms.length; ) {
    const condition = conditionAt(terms, index, facts);
    if (condition) preferred.push(condition.facetTerm);
    const length = condition?.length ?? meaningfulLength(terms, index, facts);
    const words = terms.slice(index, index + length);
    if (!condition && (length > 1 || words.some(isSaid))) groups.push(groupOf(words, facts));
    index += length;
  }
  if (groups.some(({ names }) => names !== null)) groups.forEach(requireInName);
  const last = groups.at(-1);
  if (isTyping && last) groups.splice(-1, 1, ...completions(last, facts, groups.length === 1));
  for (const [text, codes] of facts.codes) {
    const named = queryTerms(text);
    for (const { words, alternatives } of groups)
      if (words.every((word) => named.includes(word))) alternatives.push(...codeAlternatives(codes));
  }
  const isCheap = isSaid === isMeaningful && terms.some((term) => cheapWords.has(term));
  if (groups.length > 0 || preferred.length === 0) return { groups, preferred, isCheap };
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

const isNumber = (word = '') => /^(?:\d{1,4}|one)$/.test(word);

/** True if the group is a single word that tells models apart. */
export const isModel = ({ words }: QueryGroup) =>
  words.length === 1 && words.every((word) => (/\d/.test(word) && !isMeasure(word)) || isNumber(word));

/** Beside the name of a thing, a number is its model, which another number in a text does not match. */
function requireInName(group: QueryGroup): void {
  const [word = '', ...others] = group.words;
  if (others.length > 0 || !isNumber(word)) return;
  group.alternatives = [{ terms: [facetTerms.inName(word)], factor: 1 }];
}

const completionFactor = 0.9;

/** Returns the group of an unfinished word, which matches the words it may become; none for a letter after words. */
function completions(group: QueryGroup, facts: QueryFacts, isOnly: boolean): QueryGroup[] {
  const [word = '', ...others] = group.words;
  if (others.length > 0) return [group];
  if (word.length === 1) return isOnly ? [group] : [];
  const completed = facts.prefixMatches.map(queryTerms);
  const inCategories = completed.flatMap((terms) => facts.categories.get(terms.join(' ')) ?? []);
  const alternatives = [...completed, ...inCategories.map((id) => [facetTerms.category(id)])].map(
    (terms) => ({
      terms,
      factor: completionFactor,
    }),
  );
  const names = group.names ?? nameOf(completed, facts);
  return [{ ...group, names, alternatives: [...group.alternatives, ...alternatives] }];
}

/** Phrases that name a condition or origin. */
const namedFacets = new Map([
  ...conditions.flatMap((value) => {
    const names = [value, conditionLabels[value]];
    return names.map((name) => [normalizePhrase(name), facetTerms.condition(value)] as const);
  }),
  ...origins.map((value) => [normalizePhrase(originLabels[value]), facetTerms.origin(value)] as const),
  // Names of other shops.
  ...['mint', 'pristine'].map((name) => [name, facetTerms.condition('excellent')] as const),
]);

function conditionAt(
  terms: string[],
  index: number,
  { synonyms }: QueryFacts,
): { facetTerm: string; length: number } | null {
  for (let length = maxPhraseLength; length > 0; length--) {
    const phrase = terms.slice(index, index + length).join(' ');
    const name = [phrase, ...(synonyms.get(phrase) ?? [])].find((one) => namedFacets.has(one));
    const facetTerm = name && namedFacets.get(name);
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

const synonymsOf = (words: string[], { synonyms }: QueryFacts): string[][] =>
  (synonyms.get(words.join(' ')) ?? synonyms.get(words.join('')) ?? []).map((text) => text.split(' '));

const synonymFactor = 0.3;
const splitFactor = 0.9;

function groupOf(words: string[], facts: QueryFacts): QueryGroup {
  const joined = words.join('');
  const synonyms = synonymsOf(words, facts);
  const categoryIds = categoriesOf(words, facts);
  if (categoryIds.length > 0) return categoryGroup(words, [words, ...synonyms], categoryIds, facts);
  const isKnown = words.every((word) => facts.counts.has(word));
  const alternatives: Alternative[] = [
    ...readingsOf(words, facts).map((terms) => ({ terms, factor: 1 })),
    ...synonyms
      .flatMap((terms) => readingsOf(terms, facts))
      .map((terms) => ({ terms, factor: synonymFactor })),
    ...(words.length > 1 && facts.counts.has(joined) ? [{ terms: [joined], factor: 1 }] : []),
    ...(words.length === 1 && !isKnown ? splitAlternatives(joined, facts) : []),
  ];
  const names = nameOf([words, [joined], ...synonyms], facts);
  return { words, rarity: rarityOf(alternatives, facts), names, alternatives };
}

/** Returns the ids of the categories that the words or a synonym name. */
const categoriesOf = (words: string[], facts: QueryFacts): string[] => [
  ...new Set(
    [words, ...synonymsOf(words, facts)].flatMap((terms) => facts.categories.get(terms.join(' ')) ?? []),
  ),
];

/** Returns the terms of a phrase; the last may name a category: "over-ear headphones" need not have the word headphones. */
function readingsOf(words: string[], facts: QueryFacts): string[][] {
  const ids = categoriesOf(words.slice(-1), facts);
  return ids.length > 0 ? ids.map((id) => [...words.slice(0, -1), facetTerms.category(id)]) : [words];
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
  const isName = (term: string) => familyTerms.has(term) || isNumber(term);
  const named = phrases.filter((terms) => terms.every(isName) && terms.some((term) => familyTerms.has(term)));
  if (phrases.some((terms) => brands.has(terms.join(' ')))) return 'brand';
  if (named.some((terms) => terms.some((term) => /\p{L}{2}/u.test(term)))) return 'family';
  return named.length > 0 ? 'number' : null;
}

/**
 * Weights of what a group names, each more than all smaller ones of a query together: where not all words can match, the
 * named thing stays, and attributes are left out first.
 */
const nameWeights = { category: 1_000_000, brand: 20_000, family: 10_000, number: 1000 };
/**
 * Weights of the first family and of the number behind it: "iphone 13 pro" is an iPhone 13 rather than another Pro. Beside
 * a category, the word of a family may be an attribute: "laptop with oled".
 */
const [thingWeight, modelWeight] = [1_500_000, 500_000];

/** Returns the weight of a group where not all can match. */
export function weightOf(group: QueryGroup, groups: QueryGroup[]): number {
  const hasKind = groups.some(({ names }) => names === 'category');
  const thing = hasKind ? -1 : groups.findIndex(({ names }) => names === 'family');
  if (group === groups[thing]) return thingWeight + group.rarity;
  if (group.names === 'number' && thing >= 0 && group === groups[thing + 1])
    return modelWeight + group.rarity;
  return group.rarity + (group.names ? nameWeights[group.names] : 0);
}

/** Returns the words that an unknown one may be glued together from. */
function splitAlternatives(term: string, { counts, replacements }: QueryFacts): Alternative[] {
  if (replacements.get(term)?.isClose) return [];
  const isLikely = (part: string) => counts.has(part) && (/^\p{L}{3,}$/u.test(part) || /\d/.test(part));
  const parts = pieces(term);
  return [...splitsOf(term), ...(parts.length > 1 ? [parts] : [])]
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

/** Returns a model as the words of its name, "ps4" as playstation and 4, and a phrase of an accessory or kind as its words. */
export function spellOut(group: QueryGroup, facts: QueryFacts): QueryGroup[] {
  const isOfKind = group.names === null && categoriesOf(group.words.slice(-1), facts).length > 0;
  if (isOfKind || group.words.some(isAccessoryItself))
    return group.words.map((word) => groupOf([word], facts));
  const phrases = [group.words, ...synonymsOf(group.words, facts)];
  const name = phrases.find((terms) => terms.length > 1 && isNumber(terms.at(-1)));
  if (group.names !== 'family' || !name) return [group];
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

/** True if a text that mentions the words is not what they ask for: an iPhone that comes with a charger is no charger. */
export const isThing = ({ names, words }: QueryGroup): boolean =>
  names === 'family' || words.some(isAccessoryItself);

/** Returns the group, that of a thing in names only. */
export const namedGroup = (group: QueryGroup): QueryGroup => (isThing(group) ? groupInNames(group) : group);

/** True if some product may match the group. */
export function isMatchable({ alternatives }: QueryGroup, { counts }: QueryFacts): boolean {
  return alternatives.some(({ terms }) => terms.every((term) => counts.has(term) || isFacetTerm(term)));
}
