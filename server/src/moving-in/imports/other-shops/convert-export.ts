import { setImmediate } from 'node:timers/promises';
import type { ExportPreset, PresetColumn, UnknownValues } from '@reprise/contract/moving-in/shop-export';
import { columnKey, namedRows } from '@reprise/extension/file-rows';
import type { ExportedOffer } from '@reprise/extension/shop-export';
import { stringify } from 'csv-stringify/sync';
import { slugify } from '../../../catalog/products/slugify.ts';
import { unreadable } from '../../../foundations/spreadsheets/file-text.ts';
import type { FileRow } from '../../../foundations/spreadsheets/read-rows.ts';
import { shopExports } from '../../../platform/shipped-extensions.ts';
import { faultColumn, type Head } from '../csv-columns.ts';
import { type KnownCategory, type KnownValues, keyOf, knownValues, questionsOf } from '../known-values.ts';
import { linesCell, pairsCell } from '../list-cells.ts';
import { type Configuration, configureOffers, type NamedOffer } from './configure-offers.ts';
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
  'unitCost',
  // With the unit in the cell.
  'weight',
  'gtins',
  'modelKey',
  'family',
  'options',
  'seoTitle',
  'seoDescription',
  'featured',
  'draft',
  'formerSlug',
] as const satisfies Head;
type Cells = Partial<Record<(typeof head)[number], string>>;

export type ExportToConvert = {
  preset: ExportPreset;
  names: string[];
  rows: FileRow[];
  categories: KnownCategory[];
  now: Date;
};

/** A file of this shop's columns, or the values that the preset must know before. */
export type ConvertedExport =
  | { content: Buffer; head: Head; unreadColumns: string[] }
  | { unknown: UnknownValues };

/**
 * Converts the export of another shop. An offer stays in the row that it has in the export, and rows that are none are
 * blank, so that messages name the rows of the file that was sent.
 */
export async function convertExport(file: ExportToConvert): Promise<ConvertedExport> {
  const { preset, names, rows, now } = file;
  const { even = [], ragged = [] } = Object.groupBy(rows, ({ cells }) =>
    cells.length === names.length ? 'even' : 'ragged',
  );
  const readNames = new Set<string>();
  const named = namedRows(names, even).map((row) => ({
    ...row,
    cell: (name: string) => {
      readNames.add(columnKey(name));
      return row.cell(name);
    },
  }));
  if (preset.shop === 'own') throw new Error('A file of this shop is not converted.');
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
  const configurations = configureOffers(offers.map((offer) => namedOffer(offer, preset)));
  const boxes = boxesOf(offers, configurations, preset);
  const texts = new Map<string, string>();
  const lines = new Map(ragged.map((row) => [row.number, raggedLine(row, names)]));
  for (const [index, { offer, condition, category }] of read.entries()) {
    const isVariant = (sizes.get(offer.product)?.length ?? 1) > 1;
    const configuration = configurations[index];
    if (!configuration) continue;
    const box = (isVariant && boxes.get(configuration.modelKey)) || boxOf([offer], preset);
    const values = { condition: condition.known, category: category.known, box };
    const { cells, fault } = cellsOf(offer, { preset, configuration, isVariant, texts, ...values });
    lines.set(offer.row, [...head.map((column) => cells[column] ?? ''), fault ?? '']);
    // Lets other requests run: the texts of a large export take seconds.
    if (index % 100 === 0) await setImmediate();
  }
  const content = await csvOf(lines, rows.at(-1)?.number ?? 1);
  const unreadColumns = names.filter(
    (name, index) => !readNames.has(columnKey(name)) && even.some(({ cells }) => cells[index]?.trim()),
  );
  return { content, head: [...head, faultColumn], unreadColumns: unreadColumns.slice(0, maxUnreadColumns) };
}

const maxUnreadColumns = 100;

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
function conditionOf(offer: ExportedOffer, preset: ExportPreset, known: KnownValues): Value {
  const option = offer.options.find(([name]) => known.conditionOptions.has(keyOf(name)));
  const text = presetValue(option?.[1] ?? cellFor(offer, preset, 'condition'));
  return { text, known: known.conditions.get(keyOf(text)) };
}

/** Takes the first known of several categories, each by its whole path or its last part. */
function categoryOf(offer: ExportedOffer, preset: ExportPreset, { categories }: KnownValues): Value {
  const texts = categoriesIn(offer, preset).map(presetValue);
  for (const text of texts) {
    const known = categories.get(keyOf(text)) ?? categories.get(keyOf(text.split(' > ').at(-1) ?? ''));
    if (categories.get(keyOf(text)) === null) return { text, known: null };
    if (known) return { text, known };
  }
  return { text: texts[0] ?? '', known: undefined };
}

function categoriesIn(offer: ExportedOffer, { columns }: ExportPreset): string[] {
  const filled = columns.find(({ name, column }) => column === 'category' && offer.cell(name) !== '');
  if (!filled) return [''];
  return offer.values?.(filled.name) ?? [offer.cell(filled.name)];
}

type ReadOffer = { offer: ExportedOffer; condition: Value; category: Value };

function unknownIn(preset: ExportPreset, read: ReadOffer[]): UnknownValues | undefined {
  const sold = read.filter(({ offer }) => offer.fault === undefined);
  // Products that are left out for one reason are not asked about for another.
  const taken = sold.filter(({ condition, category }) => condition.known !== null && category.known !== null);
  const blank = (column: PresetColumn) =>
    taken.filter(({ offer }) => cellFor(offer, preset, column) === '').length;
  return questionsOf({
    shop: preset.shop,
    conditions: sold.filter((row) => row.category.known !== null).flatMap(unknownText('condition')),
    categories: sold.filter((row) => row.condition.known !== null).flatMap(unknownText('category')),
    withoutBrand: preset.defaultBrand === '' ? blank('brand') : 0,
    withoutStock: preset.missingStock === null ? blank('stockCount') : 0,
  });
}

const unknownText = (name: 'condition' | 'category') => (row: ReadOffer) =>
  row[name].known === undefined ? row[name].text : [];

const namedOffer = (offer: ExportedOffer, preset: ExportPreset): NamedOffer => ({
  product: offer.product,
  title: oneLine(cellFor(offer, preset, 'name')),
  options: offer.options.filter(([name]) => !isOfCondition(name, preset)),
  allOptions: offer.options,
  fallbackSku: offer.fallbackSku,
});

const isOfCondition = (name: string, { conditionOptions }: ExportPreset) =>
  conditionOptions.some((option) => keyOf(option) === keyOf(name));

type Converting = {
  preset: ExportPreset;
  configuration: Configuration;
  isVariant: boolean;
  /** Plain texts of descriptions, which variants share. */
  texts: Map<string, string>;
  condition: Value['known'];
  category: Value['known'];
  box: Box;
};

type Box = { weight: string; gtins: string };

function cellsOf(offer: ExportedOffer, converting: Converting): { cells: Cells; fault?: string } {
  const { preset, configuration, isVariant, condition, category, box } = converting;
  const cell = (column: PresetColumn) => cellFor(offer, preset, column);
  const options = offer.options.filter(([name]) => !isOfCondition(name, preset));
  const { name, modelKey, family } = configuration;
  const price = cell('price');
  const originalPrice = cell('originalPrice');
  const cells: Cells = {
    sku: cell('sku') || configuration.fallbackSku,
    name,
    brand: cell('brand') || preset.defaultBrand,
    category: category ?? '',
    price,
    originalPrice: isAbove(originalPrice, price) ? originalPrice : '',
    condition: condition ?? '',
    stockCount: stockOf(cell('stockCount') || String(preset.missingStock ?? '')),
    description: plainText(cell('description'), converting.texts),
    images: linesCell(offer.images.slice(0, maxImages).map(({ url }) => secureUrl(url))),
    imageAlts: linesCell(offer.images.slice(0, maxImages).map(({ alt }) => oneLine(alt))),
    specifications: pairsCell(specificationsOf(options)),
    batteryHealth: cell('batteryHealth').replace('%', ''),
    warrantyDuration: cell('warrantyDuration'),
    unitCost: cell('unitCost'),
    ...box,
    ...(isVariant && { modelKey, family, options: pairsCell(Object.fromEntries(configuration.options)) }),
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

/** Returns the boxes of configurations by their keys: offers that differ in their condition alone share one. */
function boxesOf(offers: ExportedOffer[], configurations: Configuration[], preset: ExportPreset) {
  const byKey = Map.groupBy(offers, (_, index) => configurations[index]?.modelKey);
  return new Map([...byKey].map(([key, sharing]) => [key, boxOf(sharing, preset)] as const));
}

/** Returns the first weight of some offers with its unit, and their barcodes. */
function boxOf(offers: ExportedOffer[], preset: ExportPreset): Box {
  const weights = offers.map((offer) => weightOf(offer, preset));
  const barcodes = offers.flatMap((offer) => cellFor(offer, preset, 'gtins').split(/[,;|\n]/));
  return {
    weight: weights.find((weight) => weight !== '') ?? '',
    gtins: linesCell([...new Set(barcodes.map((code) => code.trim()).filter(Boolean))]),
  };
}

/** Names of columns say the unit: "Weight (kg)", "Variant Grams". */
const unitInName = /(?:^|[^a-z])(grams|g|kg|lbs?|oz)(?:[^a-z]|$)/i;

function weightOf(offer: ExportedOffer, { columns }: ExportPreset): string {
  const filled = columns.find(({ name, column }) => column === 'grams' && offer.cell(name) !== '');
  if (!filled) return '';
  const cell = offer.cell(filled.name);
  const unit = unitInName.exec(filled.name)?.[1] ?? '';
  return Number(cell) === 0 ? '' : /[a-z]$/i.test(cell) ? cell : `${cell} ${unit}`.trim();
}

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

const specificationsOf = (options: [string, string][]) =>
  Object.fromEntries(options.map(([name, value]) => [oneLine(name), oneLine(value)]));

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** A price that is not above the present one is no saving. */
const isAbove = (originalPrice: string, price: string) => !(Number(originalPrice) <= Number(price));

/** Shops that sell without stock count below zero. */
const stockOf = (cell: string) => (/^-\d+$/.test(cell) ? '0' : cell.replace(/[.]0+$/, ''));

const yesOrNo = (cell: string) => (/^(1|yes|true)$/i.test(cell) ? 'yes' : cell === '' ? '' : 'no');

/** Addresses of images from before the other shop had a certificate. */
const secureUrl = (url: string) => url.replace(/^http:/i, 'https:').replace(/^\/\//, 'https://');

function plainText(html: string, known: Map<string, string>): string {
  const text = known.get(html) ?? textOfHtml(html);
  known.set(html, text);
  return text;
}
