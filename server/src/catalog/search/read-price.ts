import { type Cents, cents } from '@reprise/contract/money';

/** Price range that a query names, with the text around it; `words` are those of the price, as typed. */
export type PricedQuery = { text: string; words: string; minPrice?: Cents; maxPrice?: Cents };

const maximums = new Set([
  'under',
  'below',
  'max',
  'maximum',
  '<',
  'less than',
  'cheaper than',
  'up to',
  'at most',
]);
const minimums = new Set(['over', 'above', 'min', 'minimum', '>', 'more than', 'at least']);
/** Words behind a number that make it a measure or a count. */
const units = new Set(
  'gb tb mb in inch inches mm cm kg g lb lbs mah ghz hz mp w hours hour years year months month days day % percent'.split(
    ' ',
  ),
);
const currencyWords = new Set(['dollar', 'dollars', 'usd', '$']);

/**
 * Takes a price range off a query: "under 200", "between $100 and $200". A number with a unit is none, and a number without
 * such a word is left alone: it may be a model.
 */
export function readPrice(typed: string): PricedQuery | null {
  const words = typed.trim().split(/\s+/);
  for (let index = 0; index < words.length; index++) {
    const price = priceAt(words, index);
    if (!price) continue;
    const { length, ...range } = price;
    const text = words.toSpliced(index, length).join(' ');
    return { text, words: words.slice(index, index + length).join(' '), ...range };
  }
  return null;
}

type Price = { length: number; minPrice?: Cents; maxPrice?: Cents };

function priceAt(words: string[], index: number): Price | null {
  const range = rangeAt(words, index);
  if (range) return range;
  for (const length of [2, 1]) {
    const phrase = words
      .slice(index, index + length)
      .join(' ')
      .toLowerCase();
    const isMaximum = maximums.has(phrase);
    if (!isMaximum && !minimums.has(phrase)) continue;
    const amount = amountAt(words, index + length);
    if (!amount) continue;
    const bound = isMaximum ? { maxPrice: amount.price } : { minPrice: amount.price };
    return { length: length + amount.length, ...bound };
  }
  return null;
}

/** "between 100 and 200" */
function rangeAt(words: string[], index: number): Price | null {
  if (words[index]?.toLowerCase() !== 'between') return null;
  const first = amountAt(words, index + 1);
  const next = index + 1 + (first?.length ?? 0);
  const second = words[next]?.toLowerCase() === 'and' ? amountAt(words, next + 1) : null;
  if (!first || !second) return null;
  return { length: next + 1 + second.length - index, minPrice: first.price, maxPrice: second.price };
}

function amountAt(words: string[], index: number): { price: Cents; length: number } | null {
  const [, whole = '', fraction = ''] = /^\$?(\d{1,6})(?:\.(\d{1,2}))?\$?$/.exec(words[index] ?? '') ?? [];
  const next = words[index + 1]?.toLowerCase() ?? '';
  if (whole === '' || units.has(next)) return null;
  const price = cents(Number(whole) * 100 + Number(fraction.padEnd(2, '0')));
  return { price, length: currencyWords.has(next) ? 2 : 1 };
}
