import { createHash } from 'node:crypto';
import { maxOptionText } from '@reprise/contract/catalog/products/family-admin';
import { axisLabels, type OptionAxis } from '@reprise/contract/catalog/products/option-line';
import { truncate } from '@reprise/extension/truncate';
import { slugify } from '../../../catalog/products/slugify.ts';

/** Offer of an export: its title, and its options without that of the condition. */
export type NamedOffer = {
  /** Key that the offers of one product of the other shop share. */
  product: string;
  title: string;
  options: [name: string, value: string][];
  /** Options with that of the condition. */
  allOptions: [name: string, value: string][];
  fallbackSku: string;
};

/** Texts that tell the offers of an export apart. */
export type Configuration = {
  name: string;
  /** Equal for offers that differ in their condition alone. */
  modelKey: string;
  family: string;
  options: [label: string, value: string][];
  fallbackSku: string;
};

/** Returns names and keys of offers, in order: every value of an option makes its own configuration. */
export function configureOffers(offers: NamedOffer[]): Configuration[] {
  const constants = constantValues(offers);
  const named = offers.map((offer) => ({ offer, added: addedValues(offer, constants) }));
  const keyOf = uniqueTexts(
    named.map(({ offer, added }) => ({
      text: slugify([offer.product, offer.title, ...added].join(' ')),
      identity: identityOf(offer),
    })),
    maxKey,
  );
  const skuOf = uniqueTexts(
    offers.map(({ fallbackSku, allOptions, ...offer }) => ({
      text: fallbackSku,
      identity: identityOf({ ...offer, options: allOptions }),
    })),
    maxSku,
  );
  return named.map(({ offer, added }, index) => ({
    name: nameOf(offer.title, added),
    modelKey: keyOf[index] ?? '',
    family: shortened(offer.title, maxName),
    options: axesOf(offer.options),
    fallbackSku: skuOf[index] ?? '',
  }));
}

const maxName = 200;
const maxKey = 200;
const maxSku = 64;

const identityOf = ({ product, title, options }: Pick<NamedOffer, 'product' | 'title' | 'options'>) =>
  JSON.stringify([product, title, options]);

/** Returns the names of the options that all offers of a product share with their value, by product. */
function constantValues(offers: NamedOffer[]): Map<string, Set<string>> {
  const groups = Map.groupBy(offers, ({ product }) => product);
  const constants = [...groups].map(([product, group]) => {
    const first = group[0]?.options ?? [];
    const same = first.filter(([name, value]) =>
      group.every(({ options }) => options.some(([other, its]) => other === name && its === value)),
    );
    return [product, new Set(same.map(([name]) => name))] as const;
  });
  return new Map(constants);
}

/** Returns the values to add to a title: all but those that the offers of the product share and the title names. */
function addedValues({ product, title, options }: NamedOffer, constants: Map<string, Set<string>>): string[] {
  const isConstant = (name: string) => constants.get(product)?.has(name) ?? false;
  return options
    .filter(([name, value]) => !isConstant(name) || !hasWords(title, value))
    .map(([, value]) => oneLine(value));
}

const wordsOf = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `;
const hasWords = (text: string, part: string) => wordsOf(text).includes(wordsOf(part));

/** Returns title and values; a long title is shortened, because the values tell variants apart. */
function nameOf(title: string, added: string[]): string {
  const values = truncate(added.join(' '), maxName - minTitle - 1);
  const room = maxName - (values === '' ? 0 : values.length + 1);
  return [title.length > room ? truncate(title, room - 1) : title, values].filter(Boolean).join(' ');
}

const minTitle = 40;

const hashOf = (identity: string) => createHash('sha256').update(identity).digest('hex').slice(0, 12);

/** Returns a text as a key of at most `max` characters, cut before a hash of it. */
const shortened = (text: string, max: number) =>
  text.length <= max ? text : `${text.slice(0, max - 13).trimEnd()} ${hashOf(text)}`;

/** Returns the texts as keys: those that are too long, or are those of another identity, end with a hash of their own. */
function uniqueTexts(keys: { text: string; identity: string }[], max: number): string[] {
  const identities = Map.groupBy(keys, ({ text }) => text);
  return keys.map(({ text, identity }) => {
    const isShared = identities.get(text)?.some((other) => other.identity !== identity) ?? false;
    return isShared || text.length > max || text === ''
      ? `${text.slice(0, max - 13).replace(/-$/, '')}-${hashOf(identity)}`
      : text;
  });
}

/** Options of configurations by what other shops call them; others are versions. */
const axisNames: [OptionAxis, RegExp][] = [
  [
    'storage',
    /^(internal )?(storage|ssd|hdd|hard drive|speicher|speicherplatz|festplatte)( size| capacity)?$/i,
  ],
  ['storage', /^capacity$/i],
  ['memory', /^(ram|memory|arbeitsspeicher)( size)?$/i],
  ['color', /^(colou?r|farbe|couleur)$/i],
  ['carrier', /^(carrier|network|network carrier)$/i],
  ['screenSize', /^(screen|display)( size)?$/i],
  ['size', /^(size|case size|größe|taille)$/i],
];

/** Returns the options by the labels of this shop; values without an option of their own are joined. */
function axesOf(options: [string, string][]): [string, string][] {
  const values = new Map<OptionAxis, string>();
  const versions: string[] = [];
  for (const [name, value] of options) {
    const axis = axisNames.find(([, pattern]) => pattern.test(name.trim()))?.[0];
    if (axis && !values.has(axis)) values.set(axis, oneLine(value));
    else versions.push(isBare(value) ? `${oneLine(name)}: ${oneLine(value)}` : oneLine(value));
  }
  if (versions.length > 0) values.set('version', versions.join(' · '));
  return [...values].map(([axis, value]) => [axisLabels[axis], shortened(value, maxOptionText)]);
}

/** True for a value that says nothing without the name of its option. */
const isBare = (value: string) => /^(yes|no|ja|nein|oui|non|true|false|\d+)$/i.test(value.trim());

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
