import { setImmediate } from 'node:timers/promises';
import { type Condition, conditionLabels, conditions } from '@reprise/contract/catalog/products/conditions';
import type { ImportColumn } from '@reprise/contract/moving-in/imports';
import type { ExportPreset, PresetColumn, UnknownValues } from '@reprise/contract/moving-in/shop-export';
import { namedRows } from '@reprise/extension/file-rows';
import type { ExportedOffer } from '@reprise/extension/shop-export';
import { stringify } from 'csv-stringify/sync';
import { slugify } from '../../../catalog/products/slugify.ts';
import { unreadable } from '../../../foundations/spreadsheets/file-text.ts';
import type { FileRow } from '../../../foundations/spreadsheets/read-rows.ts';
import { shopExports } from '../../../platform/shipped-extensions.ts';
import { faultColumn, type Head } from '../csv-columns.ts';
import { textOfHtml } from './text-of-html.ts';

/** Columns of a converted file. */
const head = [
  'sku',
  'name',
  'brand',
  'category',
  'price',
  'originalPrice',
  'condition',
  'stockCount',
  'description',
  'images',
  'imageAlts',
  'specifications',
  'batteryHealth',
  'warrantyDuration',
  'modelKey',
  'family',
  'seoTitle',
  'seoDescription',
  'featured',
  'draft',
  'formerSlug',
] as const satisfies ImportColumn[];
type Cells = Partial<Record<(typeof head)[number], string>>;

type ShopCategory = { id: string; name: string };

export type ExportToConvert = {
  preset: ExportPreset;
  names: string[];
  rows: FileRow[];
  categories: ShopCategory[];
  now: Date;
};

/** A file of this shop's columns, or the values that the preset must know before. */
export type ConvertedExport = { content: Buffer; head: Head } | { unknown: UnknownValues };

/**
 * Converts the export of another shop. An offer stays in the row that it has in the export, and rows that are none are
 * blank, so that messages name the rows of the file that was sent.
 */
export async function convertExport(file: ExportToConvert): Promise<ConvertedExport> {
  const { preset, names, rows, now } = file;
  const { even = [], ragged = [] } = Object.groupBy(rows, ({ cells }) =>
    cells.length === names.length ? 'even' : 'ragged',
  );
  const named = namedRows(names, even);
  const offers = shopExports[preset.shop].products.read(named, { now, slugify });
  const known = knownValues(file);
  const read = offers.map((offer) => ({
    offer,
    condition: conditionOf(offer, preset, known),
    category: categoryOf(offer, preset, known),
  }));
  const unknown = unknownIn(preset, read);
  if (unknown) return { unknown };
  const sizes = Map.groupBy(offers, ({ product }) => product);
  const texts = new Map<string, string>();
  const lines = new Map(ragged.map((row) => [row.number, raggedLine(row, names)]));
  for (const [index, { offer, condition, category }] of read.entries()) {
    const isVariant = (sizes.get(offer.product)?.length ?? 1) > 1;
    const values = { condition: condition.known, category: category.known };
    const { cells, fault } = cellsOf(offer, { preset, isVariant, texts, ...values });
    lines.set(offer.row, [...head.map((column) => cells[column] ?? ''), fault ?? '']);
    // Lets other requests run: the texts of a large export take seconds.
    if (index % 100 === 0) await setImmediate();
  }
  return { content: await csvOf(lines, rows.at(-1)?.number ?? 1), head: [...head, faultColumn] };
}

/** Variants repeat the texts of their product, so that a small export can become a large file. */
const maxConvertedBytes = 128 * 1024 * 1024;
const linesAtOnce = 500;

/** Cells may be in the wrong columns, so that none of them is read. */
const raggedLine = ({ cells }: FileRow, names: string[]) => [
  ...head.map(() => ''),
  `This row has ${cells.length} cells, but the first row has ${names.length} columns`,
];

/** Writes the lines in their rows; throws VALIDATION_ERROR if they become too large. */
async function csvOf(lines: Map<number, string[]>, last: number): Promise<Buffer> {
  const pieces = [Buffer.from(stringify([[...head, faultColumn]]))];
  let bytes = 0;
  for (let start = 2; start <= last; start += linesAtOnce) {
    const count = Math.min(linesAtOnce, last + 1 - start);
    const rows = Array.from({ length: count }, (_, index) => lines.get(start + index) ?? []);
    const piece = Buffer.from(stringify(rows));
    bytes += piece.length;
    if (bytes > maxConvertedBytes)
      throw unreadable('The descriptions and images of this export are too many for one file. Split it.');
    pieces.push(piece);
    await setImmediate();
  }
  return Buffer.concat(pieces);
}

/** A value of the export: `known` is what it means here, null if its products are left out. */
type Value = { text: string; known: string | null | undefined };

/** Length up to which values are told apart, as a preset stores them. */
const maxValue = 200;
const presetValue = (text: string) => text.slice(0, maxValue).toWellFormed().trim();
const keyOf = (text: string) => text.trim().toLowerCase();

type KnownValues = {
  conditions: Map<string, Condition | null>;
  /** Names of categories here by values of the export. */
  categories: Map<string, string | null>;
  conditionOptions: Set<string>;
};

function knownValues({ preset, categories }: ExportToConvert): KnownValues {
  const named = conditions.flatMap((each): [string, Condition][] => [
    [keyOf(each), each],
    [keyOf(conditionLabels[each]), each],
  ]);
  const nameById = new Map(categories.map(({ id, name }) => [id, name]));
  const assigned = preset.categories.flatMap(({ value, categoryId }): [string, string | null][] => {
    if (categoryId === null) return [[keyOf(value), null]];
    const name = nameById.get(categoryId);
    return name === undefined ? [] : [[keyOf(value), name]];
  });
  return {
    conditions: new Map([
      ...named,
      ...preset.conditions.map(({ value, condition }): [string, Condition | null] => [
        keyOf(value),
        condition,
      ]),
    ]),
    categories: new Map([
      ...categories.map(({ name }): [string, string] => [keyOf(name), name]),
      ...assigned,
    ]),
    conditionOptions: new Set(preset.conditionOptions.map(keyOf)),
  };
}

function conditionOf(offer: ExportedOffer, preset: ExportPreset, known: KnownValues): Value {
  const option = offer.options.find(([name]) => known.conditionOptions.has(keyOf(name)));
  const text = presetValue(option?.[1] ?? cellFor(offer, preset, 'condition'));
  return { text, known: known.conditions.get(keyOf(text)) };
}

/** Takes the first known of several categories, each by its whole path or its last part. */
function categoryOf(offer: ExportedOffer, preset: ExportPreset, { categories }: KnownValues): Value {
  const texts = cellFor(offer, preset, 'category').split(', ').map(presetValue);
  for (const text of texts) {
    const known = categories.get(keyOf(text)) ?? categories.get(keyOf(text.split(' > ').at(-1) ?? ''));
    if (categories.get(keyOf(text)) === null) return { text, known: null };
    if (known) return { text, known };
  }
  return { text: texts[0] ?? '', known: undefined };
}

type ReadOffer = { offer: ExportedOffer; condition: Value; category: Value };

const maxUnknown = 200;

function unknownIn({ shop }: ExportPreset, read: ReadOffer[]): UnknownValues | undefined {
  const sold = read.filter(({ offer }) => offer.fault === undefined);
  const unknown = (values: Value[]) => {
    const texts = values.filter(({ known }) => known === undefined).map(({ text }) => text);
    const rows = Map.groupBy(texts, (text) => text);
    return [...rows].slice(0, maxUnknown).map(([value, { length }]) => ({ value, rows: length }));
  };
  // Products that are left out for one reason are not asked about for another.
  const found = {
    shop,
    conditions: unknown(sold.filter((row) => row.category.known !== null).map((row) => row.condition)),
    categories: unknown(sold.filter((row) => row.condition.known !== null).map((row) => row.category)),
  };
  return found.conditions.length + found.categories.length > 0 ? found : undefined;
}

type Converting = {
  preset: ExportPreset;
  isVariant: boolean;
  /** Plain texts of descriptions, which variants share. */
  texts: Map<string, string>;
  condition: Value['known'];
  category: Value['known'];
};

function cellsOf(offer: ExportedOffer, converting: Converting): { cells: Cells; fault?: string } {
  const { preset, isVariant, condition, category } = converting;
  const cell = (column: PresetColumn) => cellFor(offer, preset, column);
  const title = cell('name');
  const names = preset.conditionOptions.map(keyOf);
  const options = offer.options.filter(([name]) => !names.includes(keyOf(name)));
  const name = offerName(title, options);
  const price = cell('price');
  const originalPrice = cell('originalPrice');
  const cells: Cells = {
    sku: cell('sku') || truncated(offer.fallbackSku, maxSku),
    name,
    brand: cell('brand') || preset.defaultBrand,
    category: category ?? '',
    price,
    originalPrice: isAbove(originalPrice, price) ? originalPrice : '',
    condition: condition ?? '',
    stockCount: stockOf(cell('stockCount')),
    description: plainText(cell('description'), converting.texts),
    images: offer.images
      .map(({ url }) => secureUrl(url))
      .slice(0, maxImages)
      .join('\n'),
    imageAlts: offer.images
      .map(({ alt }) => oneLine(alt))
      .slice(0, maxImages)
      .join('\n'),
    specifications: specificationsOf(options),
    batteryHealth: cell('batteryHealth').replace('%', ''),
    warrantyDuration: cell('warrantyDuration'),
    ...(isVariant && { modelKey: slugify(`${offer.product} ${name}`).slice(0, maxKey), family: title }),
    seoTitle: oneLine(cell('seoTitle')),
    seoDescription: oneLine(cell('seoDescription')),
    featured: yesOrNo(cell('featured')),
    draft: offer.isDraft ? 'yes' : 'no',
    formerSlug: offer.formerSlug,
  };
  const fault = offer.fault ?? leftOut(condition, category) ?? longOption(options);
  return { cells, ...(fault && { fault }) };
}

const maxImages = 20;
const maxSku = 64;
const maxKey = 200;

/** A value that is unknown belongs to a product that another one leaves out. */
function leftOut(condition: Value['known'], category: Value['known']): string | undefined {
  if (category === null) return 'Left out, because its category is left out of imports';
  return condition === null ? 'Left out, because its condition is left out of imports' : undefined;
}

const maxOptionName = 100;

function longOption(options: [string, string][]): string | undefined {
  const isLong = options.some(([name]) => name.length > maxOptionName);
  return isLong ? `The name of an option can have up to ${maxOptionName} characters` : undefined;
}

/** First cell that is not blank among the columns that fill this one. */
function cellFor(offer: ExportedOffer, preset: ExportPreset, column: PresetColumn): string {
  for (const { name, column: filled } of preset.columns) {
    const cell = filled === column ? offer.cell(name) : '';
    if (cell !== '') return cell;
  }
  return '';
}

/** Name of a variant: its title with the choices that are not in it yet. */
function offerName(title: string, options: [string, string][]): string {
  const added = options.map(([, value]) => value).filter((value) => !includesText(title, value));
  return [title, ...added].join(' ');
}

const includesText = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const specificationsOf = (options: [string, string][]) =>
  [...new Map(options.map(([name, value]) => [oneLine(name).replaceAll(':', ' '), oneLine(value)]))]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A price that is not above the present one is no saving. */
const isAbove = (originalPrice: string, price: string) => !(Number(originalPrice) <= Number(price));

/** Shops that sell without stock count below zero. */
const stockOf = (cell: string) => (/^-\d+$/.test(cell) ? '0' : cell.replace(/[.]0+$/, ''));

const yesOrNo = (cell: string) => (/^(1|yes|true)$/i.test(cell) ? 'yes' : cell === '' ? '' : 'no');

/** Addresses of images from before the other shop had a certificate. */
const secureUrl = (url: string) => url.replace(/^http:/i, 'https:').replace(/^\/\//, 'https://');

function truncated(text: string, length: number): string {
  return text.slice(0, length).replace(/-$/, '');
}

function plainText(html: string, known: Map<string, string>): string {
  const text = known.get(html) ?? textOfHtml(html);
  known.set(html, text);
  return text;
}
