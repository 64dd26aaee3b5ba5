import { createHash } from 'node:crypto';
import type { ConfigurationOptions } from '@reprise/contract/catalog/products/product-family';
import { carrierInName } from '@reprise/contract/workshop/units/carrier';

export type PlannedConfiguration = {
  key: string;
  name: string;
  brand: string;
  categoryId: string | null;
  familyId: string;
  familyName: string;
  options: ConfigurationOptions;
  /** Specifications of its cheapest product. */
  specifications: Record<string, string>;
};

export type FamilyPlan = {
  /** Hash of what the plan would change. */
  id: string;
  into: string;
  name: string;
  configurations: (PlannedConfiguration & { planned: ConfigurationOptions })[];
  familyIds: string[];
};

/** Returns the families of a brand and category whose names differ only in their options, as one plan each. */
export function planFamilies(
  configurations: PlannedConfiguration[],
  maxConfigurations: number,
): FamilyPlan[] {
  const read = configurations.map((configuration) => {
    const planned = optionsOf(configuration);
    return { ...configuration, planned, base: baseName(configuration, planned) };
  });
  const groups = Map.groupBy(read, ({ brand, categoryId, base }) =>
    JSON.stringify([brand.toLowerCase(), categoryId, base.toLowerCase()]),
  );
  return [...groups.values()].flatMap((group) => {
    const byFamily = Map.groupBy(group, ({ familyId }) => familyId);
    if (byFamily.size < 2 || group.length > maxConfigurations) return [];
    const [largest = []] = [...byFamily.values()].sort((a, b) => b.length - a.length);
    const [first] = largest;
    if (!first) return [];
    const into = first.familyId;
    const name = largest.length > 1 ? first.familyName : first.base;
    const sorted = group.toSorted((a, b) => rankOf(a.planned) - rankOf(b.planned));
    const familyIds = [...byFamily.keys()];
    const changes = sorted.map(({ key, familyId, planned }) => [key, familyId, planned]);
    const id = createHash('sha256')
      .update(JSON.stringify([into, name, changes]))
      .digest('hex')
      .slice(0, 32);
    return [{ id, into, name, configurations: sorted, familyIds }];
  });
}

const size = /\b(\d+(?:\.\d+)?) ?(GB|TB)\b/gi;
const millimeters = /\b(\d{2}) ?mm\b/i;
const inches = /\b\d{1,2}(?:\.\d)?(?:[- ]?inch\b| ?["″])/i;
const unitWords = new Set(['ram', 'ssd', 'storage', '-']);
const colors = new Set(
  [
    'space gray,space grey,space black,rose gold,pacific blue,sierra blue,alpine green,deep purple,sky blue',
    'phantom black,phantom white,phantom silver,phantom gray,natural titanium,black titanium,white titanium',
    'blue titanium,midnight,starlight,graphite,obsidian,hazel,porcelain,charcoal,snow,lavender,cream,black,white',
    'silver,gold,gray,grey,blue,green,red,pink,purple,yellow,orange,coral,bronze,titanium',
  ].flatMap((line) => line.split(',')),
);

type Described = Pick<PlannedConfiguration, 'name' | 'options' | 'specifications'>;

/** Returns the options that the configuration has, the others from its specifications, then from its name. */
export function optionsOf({ name, options, specifications }: Described): ConfigurationOptions {
  const specification = (label: RegExp) => {
    const value = Object.entries(specifications).find(([key]) => label.test(key))?.[1];
    return value?.split(', ', 1)[0]?.slice(0, 40) || undefined;
  };
  const sizes = [...name.matchAll(size)].map(([, count, unit]) => `${count} ${unit?.toUpperCase()}`);
  const read = {
    storage: specification(/^(internal )?storage$/i) ?? sizes.at(-1),
    memory: specification(/^(ram|memory)$/i) ?? (sizes.length > 1 ? sizes[0] : undefined),
    color: specification(/^colou?r$/i) ?? colorAtEnd(wordsOf(name))?.join(' '),
    size: name.match(millimeters)?.[0],
    screenSize: name.match(inches)?.[0],
    carrier: specification(/^carrier$/i) ?? carrierInName(name),
  };
  const known = Object.entries(read).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...options };
}

/** Returns the words of a name; "256GB" is two of them. */
function wordsOf(name: string): string[] {
  const spaced = name.replace(size, '$1 $2').replace(/[(),/·–]/g, ' ');
  return spaced.split(/\s/).filter((word) => word !== '');
}

/** Returns the color that the last two words or the last one name. */
function colorAtEnd(words: string[]): string[] | undefined {
  return [2, 1].map((count) => words.slice(-count)).find((last) => colors.has(last.join(' ').toLowerCase()));
}

/** Returns the name without the values of its options and the words around them. */
export function baseName(
  { name }: { name: string },
  { colorHex: _, ...options }: ConfigurationOptions,
): string {
  const plain = name
    .replace(millimeters, ' ')
    .replace(inches, ' ')
    .replace(carrierInName(name) ?? '', ' ')
    .replace(size, ' ');
  const values = Object.values(options).flatMap((value) => (value === undefined ? [] : [wordsOf(value)]));
  const left = values
    .reduce((words, value) => withoutWords(words, value), wordsOf(plain))
    .filter((word) => !unitWords.has(word.toLowerCase()));
  const color = colorAtEnd(left);
  const base = color && color.length < left.length ? left.slice(0, -color.length) : left;
  return base.join(' ') || name;
}

/** Returns the words without the first place where those of a value follow each other. */
function withoutWords(words: string[], value: string[]): string[] {
  const start = words.findIndex((_, index) =>
    value.every((word, offset) => words[index + offset]?.toLowerCase() === word.toLowerCase()),
  );
  // A family is not left without a name.
  if (value.length === 0 || start === -1 || value.length === words.length) return words;
  return words.toSpliced(start, value.length);
}

/** Number by which configurations are ordered: screen, size, storage, memory. */
export function rankOf({ screenSize, size, storage, memory }: ConfigurationOptions): number {
  const gigabytes = (value = '') => Number.parseFloat(value) * (/tb/i.test(value) ? 1024 : 1) || 0;
  const length = Number.parseFloat(screenSize ?? size ?? '') || 0;
  return length * 1e9 + gigabytes(storage) * 1e4 + gigabytes(memory);
}
