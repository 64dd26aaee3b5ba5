/** Named formats by the locale that writes their numbers. The words are English in each of them. */
export const formatNames = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'de-DE', 'fr-FR', 'de-CH', 'ja-JP'] as const;
export type FormatName = (typeof formatNames)[number];
export const defaultFormat: FormatName = 'en-US';

export const weekStarts = ['sunday', 'monday', 'saturday'] as const;
export type WeekStart = (typeof weekStarts)[number];

export const papers = ['letter', 'a4'] as const;
export type Paper = (typeof papers)[number];

// In the global scope, because the server and the pages it renders have a copy of this module each.
const scope = globalThis as { storeFormat?: FormatName };

/** Writes and reads dates and numbers in this format from here on, as the store's settings say. */
export function setStoreFormat(name: FormatName): void {
  scope.storeFormat = name;
}

export const getStoreFormat = (): FormatName => scope.storeFormat ?? defaultFormat;

const numberFormats = new Map<FormatName, Intl.NumberFormat>();

function numberFormat(name: FormatName): Intl.NumberFormat {
  const format = numberFormats.get(name) ?? new Intl.NumberFormat(name);
  numberFormats.set(name, format);
  return format;
}

/** Returns "12,345" and "8.875": a number with at most three decimals. */
export function formatNumber(value: number | bigint, name = getStoreFormat()): string {
  return numberFormat(name).format(value);
}

/** Returns "4.0": a number below 1,000 with one decimal. */
export const formatTenths = (value: number): string => value.toFixed(1).replace('.', numberMarks().decimal);

/** Marks of a number as keyboards have them, and the digits of a group before the last. */
export type NumberMarks = { decimal: string; group: string; groupSize: number };

const knownMarks = new Map<FormatName, NumberMarks>();

export function numberMarks(name = getStoreFormat()): NumberMarks {
  const known = knownMarks.get(name);
  if (known) return known;
  const parts = numberFormat(name).formatToParts(12_345_678.5);
  const markOf = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  const groups = parts.filter(({ type }) => type === 'integer');
  const marks = {
    decimal: markOf('decimal'),
    group: asTyped(markOf('group')),
    groupSize: groups.at(-2)?.value.length ?? 3,
  };
  knownMarks.set(name, marks);
  return marks;
}

/** Writes no-break spaces and typographic apostrophes as keyboards have them. */
export const asTyped = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('’', "'");
