/** Model as the matching needs it. */
export type NamedModel = { key: string; name: string; brand: string };

/** Colors and short words of lists, by the words of the shop. */
const translations: Record<string, string> = {
  midnight: 'minuit mitternacht middernacht midnt polnoc',
  starlight: 'polarstern sterrenlicht',
  black: 'noir schwarz zwart czarny negro nero blk',
  white: 'blanc weiss weiß wit bialy biały blanco bianco wht',
  blue: 'bleu blau blauw niebieski azul blu',
  red: 'rouge rot rood czerwony rojo',
  green: 'vert grün gruen groen zielony verde grn',
  gray: 'grey gris grau grijs szary gry',
  purple: 'violett lila paars violet',
  pink: 'rosa roze różowy',
  yellow: 'jaune gelb geel',
  silver: 'silber argent zilver slv srebrny',
  gold: 'or goud zloty',
  graphite: 'graphit',
};
const translated = new Map(
  Object.entries(translations).flatMap(([word, others]) =>
    others.split(' ').map((other) => [other, word] as const),
  ),
);

/** Words that say nothing about which model it is. */
const noise = new Set(
  (
    'unlocked unl smartphone smartphones phone phones cell cellphone mobile handset tablet laptop notebook gsm cdma dual sim free ' +
    'the and with of for in new used refurbished renewed good fair excellent very only a b c d cpo incl no box boxed tested'
  ).split(' '),
);
/** Words that tell two models apart, beside all that have a digit. */
const variants = new Set(
  'pro max mini plus ultra fe lite air se fold flip note edge neo cellular wifi lte gps nano slim digital disc oled'.split(
    ' ',
  ),
);

const phrases: [RegExp, string][] = [
  [/\bgris sid[eé]ral\b|\bspace ?gr[ae]u\b|\bspacegr[ae]y\b/g, 'space gray'],
  [/\blumi[eè]re stellaire\b/g, 'starlight'],
  [/\bros[eé]?gold\b/g, 'rose gold'],
  [/\bwi[ -]fi\b/g, 'wifi'],
  [/\bgrade [a-d][+-]?(?![\p{L}\p{N}])/gu, ' '],
  [/\(product\) ?red\b/g, 'red'],
  [/\b(\d{1,4}) ?(gb|tb)\b/g, '$1$2'],
  [/\b(\d)(?:st|nd|rd|th) gen(eration)?\b/g, 'gen$1'],
  [/\b(\d)\. gen(eration)?\b/g, 'gen$1'],
];

/** Returns the words that tell which model a text means, without the brand. */
function tokensOf(text: string, brands: ReadonlySet<string>): Set<string> {
  let plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\d) ?go\b/g, '$1gb');
  for (const [pattern, replacement] of phrases) plain = plain.replace(pattern, replacement);
  const words = plain.split(/[^\p{L}\p{N}+"]+/u).map((word) => translated.get(word) ?? word);
  const hasUnit = words.some((word) => /^\d+(gb|tb)$/.test(word));
  // Short lists write "iPhone 14 128".
  const full = hasUnit
    ? words
    : words.map((word) => (/^(32|64|128|256|512)$/.test(word) ? `${word}gb` : word));
  return new Set(full.filter((word) => word !== '' && !noise.has(word) && !brands.has(word)));
}

const isDistinguishing = (word: string) => /\d/.test(word) || variants.has(word);

const isWithin = (part: ReadonlySet<string>, whole: ReadonlySet<string>) =>
  [...part].every((word) => whole.has(word));

const storageOf = (tokens: ReadonlySet<string>) => [...tokens].find((token) => /^\d+(gb|tb)$/.test(token));

/** Finds the model that words of a supplier probably mean. It is only suggested: a person confirms it. */
export class WordMatcher<Model extends NamedModel> {
  readonly #brands: Set<string>;
  readonly #models: { model: Model; tokens: Set<string> }[];
  readonly #byToken = new Map<string, { model: Model; tokens: Set<string> }[]>();

  constructor(models: readonly Model[]) {
    this.#brands = new Set(
      models.flatMap(({ brand }) => brand.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter(Boolean),
    );
    this.#brands.add('inc').delete('');
    this.#models = models.map((model) => ({ model, tokens: tokensOf(model.name, this.#brands) }));
    for (const item of this.#models) {
      for (const token of item.tokens) {
        const known = this.#byToken.get(token);
        if (known) known.push(item);
        else this.#byToken.set(token, [item]);
      }
    }
  }

  /**
   * Returns the only model that agrees with the words: in every number and variant ("13", "128gb", "pro"), and in the
   * other words as far as both have them. Null if none or several do.
   */
  suggest(text: string): Model | null {
    const words = tokensOf(text, this.#brands);
    const marks = [...words].filter(isDistinguishing);
    const rarest = (marks.length > 0 ? marks : [...words])
      .map((word) => this.#byToken.get(word) ?? [])
      .sort((a, b) => a.length - b.length)
      .find((items) => items.length > 0);
    const fitting = (rarest ?? []).filter(({ tokens }) => agrees(words, tokens));
    const same = fitting.filter(({ tokens }) => tokens.size === words.size && isWithin(tokens, words));
    if (same.length > 0) return same.length === 1 ? (same[0]?.model ?? null) : null;
    const contained = fitting.filter(({ tokens }) => isWithin(tokens, words));
    const most = Math.max(...contained.map(({ tokens }) => tokens.size));
    const best = contained.filter(({ tokens }) => tokens.size === most);
    const candidates = best.length > 0 ? best : fitting.filter(({ tokens }) => isWithin(words, tokens));
    return candidates.length === 1 ? (candidates[0]?.model ?? null) : null;
  }

  /** True if the words name another storage than the model does. */
  contradicts(text: string, { name }: NamedModel): boolean {
    const [said, known] = [storageOf(tokensOf(text, this.#brands)), storageOf(tokensOf(name, this.#brands))];
    return said !== undefined && known !== undefined && said !== known;
  }
}

/** True if both have the same numbers and variants, and at least half of the other words of the model. */
function agrees(words: ReadonlySet<string>, model: ReadonlySet<string>): boolean {
  const marks = [...words, ...model].filter(isDistinguishing);
  const isSame = marks.every((mark) => words.has(mark) && model.has(mark));
  return isSame && [...model].some((word) => words.has(word) && !/^\d+(gb|tb)$/.test(word));
}
