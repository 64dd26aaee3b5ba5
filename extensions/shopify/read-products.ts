import type { ExportRow } from '@reprise/extension/file-rows';
import type { ExportedOffer } from '@reprise/extension/shop-export';

/** Columns that belong to a variant; others are those of the product, which only its first row has. */
const variantColumns = new Set([
  'sku',
  'barcode',
  'price',
  'compare-at price',
  'cost per item',
  'inventory quantity',
  'weight value (grams)',
  'variant image url',
]);
const isOfVariant = (name: string) => /^variant /i.test(name) || variantColumns.has(name.toLowerCase());

/** Images of one product, as Shopify limits them; each variant takes its own from among them. */
const maxImages = 250;
const optionNumbers = [1, 2, 3];
/** Option of a product without variants. */
const noOption = { name: 'Title', value: 'Default Title' };

/** Returns the offers of Shopify's product export: the rows of a product follow each other and share its handle. */
export function readProducts(rows: ExportRow[]): ExportedOffer[] {
  const groups = Map.groupBy(rows, (row) => handleOf(row) || `row ${row.number}`);
  return [...groups].flatMap(([handle, group]) => offersOfProduct(handle, group));
}

const handleOf = (row: ExportRow) => row.cell('Handle') || row.cell('URL handle');
const imageOf = (row: ExportRow) => row.cell('Image Src') || row.cell('Product image URL');
const variantImageOf = (row: ExportRow) => row.cell('Variant Image') || row.cell('Variant image URL');
const priceOf = (row: ExportRow) => row.cell('Variant Price') || row.cell('Price');
const skuOf = (row: ExportRow) => row.cell('Variant SKU') || row.cell('SKU');
const optionValue = (row: ExportRow, number: number) => row.cell(`Option${number} value`);

/** A row without anything of a variant only adds an image. */
const isVariant = (row: ExportRow) =>
  priceOf(row) !== '' || skuOf(row) !== '' || optionNumbers.some((number) => optionValue(row, number) !== '');

function offersOfProduct(handle: string, group: ExportRow[]): ExportedOffer[] {
  const first = group.find((row) => row.cell('Title') !== '') ?? group[0];
  if (!first) return [];
  const variants = group.filter((row) => row === first || isVariant(row));
  const variantImages = new Set(variants.map(variantImageOf).filter(Boolean));
  const images = group
    .map((row) => ({ url: imageOf(row), alt: row.cell('Image Alt Text') }))
    .filter(({ url }) => url !== '')
    .slice(0, maxImages);
  const fault = faultOf(first);
  return variants.map((row, index) => {
    const own = variantImageOf(row);
    // Images of other variants show another color.
    const shared = images.filter(({ url }) => url !== own && !variantImages.has(url));
    const ownAlt = images.find(({ url }) => url === own)?.alt ?? '';
    const options = optionsOf(first, row);
    return {
      row: row.number,
      ...(fault && { fault }),
      product: handle,
      formerSlug: index === 0 ? handleOf(first) : '',
      options,
      isDraft: !isPublished(first),
      images: own === '' ? shared : [{ url: own, alt: ownAlt }, ...shared],
      fallbackSku: [handle, ...options.map(([, value]) => value)].join('-').replace(/\s+/g, '-'),
      cell: (name) => row.cell(name) || (isOfVariant(name) ? '' : first.cell(name)),
    };
  });
}

/** Returns the options with the names of the first row, which the others leave out. */
function optionsOf(first: ExportRow, row: ExportRow): [string, string][] {
  return optionNumbers.flatMap((number): [string, string][] => {
    const name = first.cell(`Option${number} name`) || row.cell(`Option${number} name`);
    const value = optionValue(row, number);
    if (value === '' || (name === noOption.name && value === noOption.value)) return [];
    return [[name || `Option ${number}`, value]];
  });
}

function faultOf(first: ExportRow): string | undefined {
  if (handleOf(first) === '') return 'This row has no handle, which tells the product it belongs to';
  if (first.cell('Title') === '')
    return 'The first row of this product is missing: it has the title. Export the product again';
  if (isYes(first.cell('Gift card'))) return 'A gift card cannot be imported';
  return undefined;
}

const isYes = (cell: string) => /^(true|yes|1)$/i.test(cell);

function isPublished(first: ExportRow): boolean {
  const status = first.cell('Status').toLowerCase();
  const published = first.cell('Published') || first.cell('Published on online store');
  return (status === '' || status === 'active') && (published === '' || isYes(published));
}
