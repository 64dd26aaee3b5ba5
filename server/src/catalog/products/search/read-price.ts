import {
  type Cents,
  cents,
  currencyName,
  minorUnits,
  moneySign,
  storeCurrency,
  toCents,
} from '@reprise/contract/money';

/** Price range that a query names, and the text around it. */
export type PricedQuery = {
  text: string;
  /** Words of the price, as typed. */
  words: string;
  minPrice?: Cents;
  maxPrice?: Cents;
  /** True for numbers that may be those of a name: "200-400" is also a lens. */
  isGuess: boolean;
};

/** A letter for each sort of words in a price; the patterns below are written in them. */
const kinds: Record<string, string[]> = {
  b: ['between', 'from'],
  a: ['and'],
  '&': ['to', '-', '–'],
  '<': ['under', 'below', 'less than', 'cheaper than', 'up to', 'at most', 'no more than', '<'],
  '>': ['over', 'above', 'more than', 'at least', 'starting at', '>'],
  m: ['max', 'maximum'],
  n: ['min', 'minimum'],
  l: ['or less', 'or below', 'or under', 'or cheaper', 'and under', 'and below'],
  g: ['or more', 'or above', 'or over', 'and up', 'and above', '+'],
  '~': ['around', 'about', 'roughly'],
  // Words behind a number that make it a measure or a count.
  u: 'gb tb mb in inch inches mm cm kg g lb lbs mah ghz hz mp w hour hours year years month months day days % percent'.split(
    ' ',
  ),
};
const kindOf = new Map(Object.entries(kinds).flatMap(([kind, all]) => all.map((phrase) => [phrase, kind])));

/** Words of the store's currency, kind `d`, and its sign. */
function currencyWords() {
  const name = currencyName().toLowerCase().split(' ').at(-1) ?? '';
  const sign = moneySign().sign.toLowerCase();
  const words = [name, name.replace(/s$/, ''), storeCurrency().code.toLowerCase(), sign];
  return { sign, kindOf: new Map([...kindOf, ...[...words, ...slang].map((word) => [word, 'd'] as const)]) };
}
type CurrencyWords = ReturnType<typeof currencyWords>;

/** Removes the sign of the currency from both sides. */
function withoutSign(word: string, sign: string): string {
  const rest = word.toLowerCase().startsWith(sign) ? word.slice(sign.length) : word;
  return rest.toLowerCase().endsWith(sign) ? rest.slice(0, -sign.length) : rest;
}

const slang = ['bucks'];

/** Digits of the largest price, less the last. */
const maxDigits = () => String(storeCurrency().maxPrice / minorUnits()).length - 1;

/** A number is A, with a currency D, and with a currency word Ad. */
const patterns: [pattern: RegExp, sides: 'between' | 'min' | 'max' | 'around'][] = [
  [/b(?:A|D)d?[a&](?:A|D)d?(?!u)/, 'between'],
  [/(?:A|D)d?&Dd?|Dd?&Ad?|A&Ad?(?!u)/, 'between'],
  [/[<m](?:A|D)d?(?!u)|(?:A|D)d?[lm]/, 'max'],
  [/[>nb](?:A|D)d?(?!u)|(?:A|D)d?[gn]/, 'min'],
  [/~(?:A|D)d?(?!u)|D|Ad/, 'around'],
];
/** Share above and below a price that "around" includes. */
const tolerance = 0.2;
/** A smaller number of euros without a currency is a model beside "max", "+" or another number: "iphone 13 max". */
const minGuess = 100;

type Token = { kind: string; start: number; end: number; amount: number };

/** Takes a price range off a query: "under 200", "200-400", "$300". A number alone is left: it may be a model. */
export function readPrice(typed: string): PricedQuery | null {
  const tokens = tokensOf(typed);
  const written = tokens.map(({ kind }) => kind).join('');
  for (const [pattern, sides] of patterns) {
    const match = pattern.exec(written);
    if (!match) continue;
    const used = tokens.slice(match.index, match.index + match[0].length);
    const amounts = used.filter(({ kind }) => 'AD'.includes(kind)).map(({ amount }) => amount);
    const [lowest = 0, highest = lowest] = amounts;
    const isGuess = /^A[&mngl]/.test(match[0]) && !/[Dd]/.test(match[0]);
    if (lowest > highest || (isGuess && lowest < (minGuess * storeCurrency().maxPrice) / 1_000_000)) continue;
    const [start, end] = [used[0]?.start ?? 0, used.at(-1)?.end ?? 0];
    const text = `${typed.slice(0, start).trim()} ${typed.slice(end).trim()}`.trim();
    return { text, words: typed.slice(start, end), isGuess, ...rangeOf(sides, lowest, highest) };
  }
  return null;
}

function rangeOf(sides: (typeof patterns)[number][1], lowest: number, highest: number) {
  if (sides === 'max') return { maxPrice: cents(lowest) };
  if (sides === 'min') return { minPrice: cents(lowest) };
  if (sides === 'between') return { minPrice: cents(lowest), maxPrice: cents(highest) };
  return {
    minPrice: cents(Math.round(lowest * (1 - tolerance))),
    maxPrice: cents(Math.round(lowest * (1 + tolerance))),
  };
}

type Word = { text: string; start: number; end: number };

/** Splits a text into words with their places; "200-400" is three, "1000+" two. */
function wordsOf(typed: string, { sign }: CurrencyWords): Word[] {
  return [...typed.matchAll(/\S+/gu)].flatMap(({ 0: word, index }) => {
    const parts = /^([^-–+]+)([-–+])([^-–+]*)$/u.exec(word)?.slice(1) ?? [];
    const [first = '', , second = ''] = parts.map((part) => withoutSign(part, sign));
    const isRange = /^[\d.,]+$/.test(first) && /^[\d.,]*$/.test(second);
    let start = index;
    return (isRange ? parts : [word]).filter(Boolean).map((text) => {
      start += text.length;
      return { text: text.toLowerCase(), start: start - text.length, end: start };
    });
  });
}

/** Reads a text as phrases of prices, amounts and other words. */
function tokensOf(typed: string): Token[] {
  const known = currencyWords();
  const words = wordsOf(typed, known);
  const tokens: Token[] = [];
  for (let index = 0, length = 1; index < words.length; index += length) {
    const phrase = (count: number) =>
      words
        .slice(index, index + count)
        .map(({ text }) => text)
        .join(' ');
    length = [3, 2].find((count) => index + count <= words.length && known.kindOf.has(phrase(count))) ?? 1;
    const amount = amountOf(phrase(1), known);
    const kind = known.kindOf.get(phrase(length)) ?? amount?.kind ?? '.';
    const [first, last] = [words[index], words[index + length - 1]];
    tokens.push({ kind, start: first?.start ?? 0, end: last?.end ?? 0, amount: amount?.cents ?? 0 });
  }
  return tokens;
}

function amountOf(word: string, { sign }: CurrencyWords): { kind: 'A' | 'D'; cents: number } | null {
  const number = withoutSign(word, sign);
  const [, whole = '', fraction = '0'] =
    /^(\d{1,15}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?$/.exec(number) ?? [];
  if (whole === '' || (!whole.includes(',') && whole.length > maxDigits())) return null;
  const cents = toCents(Number(`${whole.replaceAll(',', '')}.${fraction}`));
  return { kind: word.includes(sign) ? 'D' : 'A', cents };
}
