import type { ExportRow } from '@reprise/extension/file-rows';
import type { ExportedOffer, ProductExport } from '@reprise/extension/shop-export';

type Context = Parameters<ProductExport['read']>[1];

/** Columns that a variation does not take from its product. */
const ownColumns = new Set([
  'id',
  'type',
  'sku',
  'gtin, upc, ean, or isbn',
  'in stock?',
  'stock',
  'sale price',
  'regular price',
  'date sale price starts',
  'date sale price ends',
  'position',
]);
/** Columns of a variation that are made from those of its product. */
const productColumns = new Set(['name', 'short description', 'categories', 'tags', 'slug']);

const maxAttributes = 20;

/** Returns the offers of WooCommerce's product export: simple products, and the variations of variable ones. */
export function readProducts(rows: ExportRow[], context: Context): ExportedOffer[] {
  const products = new Map<string, ExportRow>();
  for (const row of rows.filter((row) => !hasType(row, 'variation'))) {
    products.set(`id:${row.cell('ID')}`, row);
    if (row.cell('SKU') !== '') products.set(row.cell('SKU'), row);
  }
  const withFormerSlug = new Set<ExportRow>();
  return rows
    .filter((row) => !hasType(row, 'variable'))
    .map((row) => {
      const isVariation = hasType(row, 'variation');
      const parent = isVariation ? products.get(row.cell('Parent')) : undefined;
      const product = parent ?? row;
      const isFirst = !withFormerSlug.has(product);
      withFormerSlug.add(product);
      return offerOf(row, { product, isFirst, isOrphan: isVariation && !parent, ...context });
    });
}

/** Types are listed with others, as in "simple, downloadable, virtual". */
const typesOf = (row: ExportRow) => row.cell('Type').toLowerCase().split(', ');
const hasType = (row: ExportRow, type: string) => typesOf(row).includes(type);

type Belonging = Context & { product: ExportRow; isFirst: boolean; isOrphan: boolean };

function offerOf(row: ExportRow, { product, isFirst, isOrphan, now, slugify }: Belonging): ExportedOffer {
  const fault = isOrphan
    ? `The product of this variation, “${row.cell('Parent')}”, is not in the file. Export both`
    : faultOf(row);
  const ownImages = imagesOf(row);
  const images = row === product ? ownImages : [...ownImages, ...imagesOf(product)];
  const isSaleOver = !isSaleOn(row, now);
  return {
    row: row.number,
    ...(fault && { fault }),
    product: `${product.cell('ID')} ${product.cell('SKU')} ${product.cell('Name')}`,
    formerSlug: isFirst ? product.cell('Slug') || slugify(product.cell('Name')) : '',
    options: optionsOf(row, product),
    isDraft: [row, product].some((each) => !isPublished(each)),
    images: [...new Set(images)].map((url) => ({ url, alt: '' })),
    fallbackSku: `woo-${row.cell('ID') || slugify(row.cell('Name'))}`,
    cell: (name) => {
      if (isSaleOver && /^sale price$/i.test(name)) return '';
      if (/^stock$/i.test(name)) return stockOf(row);
      return unescaped(cellOf(row, product, name));
    },
    values: (name) => listOf(cellOf(row, product, name)),
  };
}

/** Count of a row; '' for one in stock without a count. What is not in stock without one has none. */
function stockOf(row: ExportRow): string {
  const isOut = row.cell('In stock?') === '0';
  return row.cell('Stock') || (isOut ? '0' : '');
}

/** Returns the cell of a column, of the product where a variation has none. */
function cellOf(row: ExportRow, product: ExportRow, name: string): string {
  const key = name.toLowerCase();
  const own = row.cell(name);
  if (row === product || ownColumns.has(key)) return own;
  return productColumns.has(key) ? product.cell(name) || own : own || product.cell(name);
}

/** The export writes line ends as `\n`. */
const unescaped = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\,', ',');

/** Splits a list at its commas, but for those that are escaped or in a value within quotes. */
function listOf(cell: string): string[] {
  const values: string[] = [];
  let value = '';
  let isQuoted = false;
  for (let index = 0; index <= cell.length; index++) {
    const sign = cell[index];
    const next = cell[index + 1];
    if (sign === undefined || (sign === ',' && !isQuoted)) {
      values.push(unescaped(value).trim());
      value = '';
    } else if (sign === '\\' && next === ',') {
      value += ',';
      index++;
    } else if (sign === '"' && !isQuoted && value.trim() === '' && cell.includes('"', index + 1))
      isQuoted = true;
    else if (sign === '"' && isQuoted && (next === undefined || next === ',')) isQuoted = false;
    else value += sign;
  }
  return values.filter(Boolean);
}

/** Attributes of a variation, and those of its product that have one value. */
function optionsOf(row: ExportRow, product: ExportRow): [string, string][] {
  const own = attributesOf(row);
  const names = new Set(own.map(({ name }) => name.toLowerCase()));
  if (row === product) return own.map(optionOf);
  const shared = attributesOf(product).filter(
    ({ name, values }) => !names.has(name.toLowerCase()) && values.length === 1,
  );
  return [...own, ...shared].map(optionOf);
}

type Attribute = { name: string; values: string[] };

const optionOf = ({ name, values }: Attribute): [string, string] => [name, values.join(', ')];

function attributesOf(row: ExportRow): Attribute[] {
  return Array.from({ length: maxAttributes }, (_, index) => ({
    name: unescaped(row.cell(`Attribute ${index + 1} name`)),
    values: listOf(row.cell(`Attribute ${index + 1} value(s)`)),
  })).filter(({ name, values }) => name !== '' && values.length > 0);
}

const imagesOf = (row: ExportRow) => listOf(row.cell('Images'));

const refusedTypes: Record<string, string> = {
  grouped: 'A grouped product cannot be imported: it only lists other products',
  external: 'A product of another site cannot be imported',
  downloadable: 'A download cannot be imported',
  virtual: 'A service cannot be imported: it is not a device',
};

function faultOf(row: ExportRow): string | undefined {
  return typesOf(row).flatMap((type) => refusedTypes[type] ?? [])[0];
}

/** 1 is published, 0 private and -1 a draft. Variations of old versions leave it blank. */
function isPublished(row: ExportRow): boolean {
  const published = row.cell('Published');
  return (published === '1' || published === '') && row.cell('Visibility in catalog') !== 'hidden';
}

/** Returns true unless the dates of the sale say that it has ended or has not begun. */
function isSaleOn(row: ExportRow, now: Date): boolean {
  const starts = Date.parse(row.cell('Date sale price starts'));
  const ends = Date.parse(row.cell('Date sale price ends'));
  // NaN for a blank cell compares as false.
  return !(starts > now.getTime()) && !(ends < now.getTime());
}
