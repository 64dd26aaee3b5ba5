// The analyzer turns the text of a product and of a query into the same terms: words without case, accents and plural
// endings, and measures such as "256 GB" as one term. It also weighs each term of a product for ranking.

import { boxContents } from '@reprise/contract/catalog/products/box-contents';

/** Part of every search document; products with an older number are indexed again at the next start. */
export const analyzerVersion = 8;

/** Text that a search document is made from. */
export type AnalyzedProduct = {
  name: string;
  brand: string;
  description: string;
  specifications: Record<string, string>;
  features: string[];
};

/** Terms of a product with their weights from 1 to 255, in the same order. */
export type WeightedTerms = { terms: string[]; weights: number[] };

/**
 * Field weights and length normalization of BM25F (Robertson and Zaragoza 2009, section 3.6). `typicalLength` is the
 * mean number of terms in a catalog of 19,406 products; a shorter field weighs more per term.
 */
const fields = {
  name: { weight: 5.5, lengthNormalization: 0.55, typicalLength: 12 },
  brand: { weight: 3, lengthNormalization: 0.3, typicalLength: 1.2 },
  specificationValues: { weight: 1, lengthNormalization: 0.75, typicalLength: 35 },
  description: { weight: 1, lengthNormalization: 0.75, typicalLength: 25 },
};
/** BM25 term frequency saturation: the weight of a term is half of the maximum at this frequency. */
const saturation = 1.2;
const maxWeight = 255;

/** Returns the weighted terms of a product: their term frequencies by field, saturated as in BM25F. */
export function weighTerms(product: AnalyzedProduct): WeightedTerms {
  const frequencies = new Map<string, number>();
  const addField = (terms: string[], { weight, lengthNormalization, typicalLength }: typeof fields.name) => {
    const length = 1 - lengthNormalization + (lengthNormalization * terms.length) / typicalLength;
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + weight / length);
  };
  // A cable in the box does not answer a search for cables.
  const { [boxContents]: _, ...specifications } = product.specifications;
  addField(documentTerms(product.name), fields.name);
  addField(documentTerms(product.brand), fields.brand);
  addField(
    documentTerms([...Object.entries(specifications).flat(), ...product.features].join('\n')),
    fields.specificationValues,
  );
  addField(documentTerms(product.description), fields.description);
  const terms = [...frequencies.keys()];
  const weights = [...frequencies.values()].map((frequency) =>
    Math.max(1, Math.round((maxWeight * frequency) / (frequency + saturation))),
  );
  return { terms, weights };
}

/** Returns the terms of a text: its words, and each measure as one term too ("256 GB" has 256, gb and 256gb). */
export function documentTerms(text: string): string[] {
  const plain = normalize(text);
  const joined: string[] = [];
  replaceMeasures(plain, ({ number, gap, unit }) => {
    joined.push(...measureTerms(number, unit), ...(gap === '' ? wordsOf(`${number} ${unit}`) : []));
    return '';
  });
  return [...wordsOf(plain).flatMap((word) => [stem(word), ...modelParts(word)]), ...joined];
}

/** Returns the distinct terms of a name, without the numbers of memory sizes: a Surface Pro 9 with 8 GB is no Surface Pro 8. */
export function nameTerms(name: string): string[] {
  const numbers = [...normalize(name).matchAll(/(?<!\d)([1-9]|[12]\d) ?[gt]b\b/g)].map(
    ([, number]) => number,
  );
  const terms = documentTerms(name);
  for (const number of numbers) terms.splice(terms.indexOf(number ?? ''), 1);
  return [...new Set(terms)];
}

/** Returns the terms that a product must have to match the text; a measure is one term. */
export function queryTerms(text: string): string[] {
  const plain = replaceMeasures(normalize(text), ({ number, unit }) => {
    const [exact = ''] = measureTerms(number, unit);
    return ` ${exact.replace('.', decimalPoint)} `;
  });
  return wordsOf(plain).map((word) => stem(word.replace(decimalPoint, '.')));
}

/** Returns the form in which synonyms and category names are compared with queries. */
export function normalizePhrase(phrase: string): string {
  return queryTerms(phrase).join(' ');
}

/** A letter that no text has after normalization; stands for the decimal point of a measure. */
const decimalPoint = '\u02d9';

/** Lower case without accents and trademark signs; typographic inch marks become a double quote. */
function normalize(text: string): string {
  return text
    .replace(/[®™©°]/gu, ' ')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\u2032\u2032|[\u201c\u201d]|''/gu, '"');
}

/** As in the vocabulary; a longer entry would not fit an index. */
const maxWordLength = 60;

function wordsOf(plain: string): string[] {
  return (plain.match(/[\p{L}\p{N}\u02d9]+/gu) ?? []).map((word) => word.slice(0, maxWordLength));
}

const units = new Set(
  (
    'tb gb mb kb ghz mhz khz hz mah wh kw w kv v mp mpx megapixel megapixels mm cm kg lb lbs oz fps dpi ' +
    'inch inches in "'
  ).split(' '),
);
const inches = new Set(['inch', 'inches', 'in', '"']);

type Measure = { number: string; gap: string; unit: string };

/** Replaces each number with a unit, at most one space or hyphen between them, that is not a part of a word. */
function replaceMeasures(plain: string, replacement: (measure: Measure) => string): string {
  const isPartOfWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  return plain.replace(
    /(\d{1,6}(?:[.,]\d{1,2})?)([ -]?)([a-z]+|")/gu,
    (match, number: string, gap: string, unit: string, index: number) => {
      const [before, after] = [plain[index - 1], plain[index + match.length]];
      const isMeasure =
        units.has(unit) && !isPartOfWord(before) && !isPartOfWord(after) && !/[.,]/.test(before ?? '');
      return isMeasure ? replacement({ number, gap, unit }) : match;
    },
  );
}

/** True if the term is a measure, such as 256gb. */
export const isMeasure = (term: string): boolean => units.has(/^[\d.]+(\p{L}+)$/u.exec(term)?.[1] ?? '');

/** Screen sizes are named by full inches as well: "13.3 in" is found by "13 inch". */
function measureTerms(number: string, unit: string): string[] {
  const amount = String(Number(number.replace(',', '.')));
  if (!inches.has(unit)) return [`${amount}${stem(unit)}`];
  const full = Math.floor(Number(amount));
  return amount === String(full) ? [`${full}in`] : [`${amount}in`, `${full}in`];
}

/** Returns the parts of a model name written as one word: "rtx3080" has rtx and 3080, "1000xm5" has xm5. */
function modelParts(word: string): string[] {
  const [, letters, digits] = /^(\p{L}{2,})(\d+)$/u.exec(word) ?? [];
  if (letters && digits) return [stem(letters), digits];
  const [, series] = /^\d+(\p{L}{2,}\d+)$/u.exec(word) ?? [];
  return series ? [series] : [];
}

const minStemmedLength = 4;

/** Removes the English plural ending, the only ending whose removal improves the ranking. */
function stem(word: string): string {
  if (word.length < minStemmedLength || !/^\p{L}+$/u.test(word)) return word;
  if (/(?:ss|us|is)$/u.test(word)) return word;
  if (/ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:x|ch|sh|ss|zz)es$/u.test(word)) return word.slice(0, -2);
  return word.replace(/s$/u, '');
}

const accessoryNames = new Set(
  queryTerms(
    'case cover sleeve bag backpack pouch holster charger adapter cable dock mount stand bracket holder tripod strap ' +
      'protector battery stylus pencil remote toner cartridge keyboard lock skin cradle hub',
  ),
);

/** True if the name has the word of an accessory, such as case or charger, or says which device the product is for. */
export function isAccessory(name: string): boolean {
  return queryTerms(name).some((term) => accessoryNames.has(term) || term === 'for');
}

/** True if the query itself asks for accessories. */
export const asksForAccessory = (terms: string[]): boolean => terms.some((term) => accessoryNames.has(term));

/** True if the word of an accessory means the accessory; a battery is a part of the device too. */
export const isAccessoryItself = (term: string): boolean => accessoryNames.has(term) && term !== 'battery';
