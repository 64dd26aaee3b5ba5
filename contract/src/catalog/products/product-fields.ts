import { taxClassLabels } from '../../foundations/tax-classes.ts';
import { type Cents, cents, formatMoney } from '../../money.ts';
import { shortGtin } from './box-facts.ts';
import { conditionLabels, originLabels } from './conditions.ts';
import { defaultWarranty, type NewProduct, productDefaults, type Warranty } from './product.ts';
import type { AdminProduct } from './products-admin.ts';

// Fields of a product that staff write, and the columns of a product file. Forms, files, previews, notices and writes
// are derived from the two tables.

/** Field of a new product, except the slug, which follows from the name. */
export type ProductField = Exclude<keyof NewProduct, 'slug'>;

type Field<Value> = {
  /** Value of a product that was added without the field. */
  default: Value;
  /** Returns the value as people read it. */
  text: (value: Value) => string;
  /** Name in the notice of an edit conflict; null if an edit cannot overwrite the value of another one. */
  noticeName: string | null;
  /** True if the notice names the field without its new value. */
  isLong?: true;
};

const asTyped = (value: string) => value;
const orNone = (value: string | null) => value || 'none';
const moneyOrNone = (value: Cents | null | undefined) => (value == null ? 'none' : formatMoney(value));
const lines = (values: string[]) => values.filter(Boolean).join('\n');

/** Writes one "Name: value" per line. */
export const pairs = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

export const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');

/** Every field, in the order of notices. */
export const productFields: { [Name in ProductField]: Field<AdminProduct[Name]> } = {
  sku: { default: '', text: asTyped, noticeName: null },
  name: { default: '', text: asTyped, noticeName: 'the name' },
  brand: { default: '', text: asTyped, noticeName: 'the brand' },
  price: { default: cents(0), text: formatMoney, noticeName: 'the price' },
  originalPrice: { default: null, text: moneyOrNone, noticeName: 'the original price' },
  newPriceDate: { default: null, text: orNone, noticeName: 'the date of the original price' },
  category: { default: '', text: orNone, noticeName: 'the category' },
  condition: {
    default: productDefaults.condition,
    text: (value) => conditionLabels[value],
    noticeName: 'the condition',
  },
  origin: { default: productDefaults.origin, text: (value) => originLabels[value], noticeName: 'the origin' },
  taxClass: {
    default: 'standard',
    text: (value) => taxClassLabels[value],
    noticeName: 'the tax class',
  },
  // An edit adds the difference to what is in stock.
  stockCount: { default: productDefaults.stockCount, text: String, noticeName: null },
  batteryHealth: {
    default: null,
    text: (value) => (value === null ? 'none' : `${value}%`),
    noticeName: 'the battery health',
  },
  modelKey: { default: null, text: orNone, noticeName: 'the model key' },
  unitCost: { default: null, text: moneyOrNone, noticeName: 'the cost' },
  grams: {
    default: null,
    text: (value) => (value === null ? 'none' : `${value} g`),
    noticeName: 'the weight',
  },
  gtins: {
    default: [],
    text: (value) => value.map(shortGtin).join(', ') || 'none',
    noticeName: 'the barcodes',
  },
  featured: { default: false, text: yesOrNo, noticeName: 'featured' },
  description: { default: '', text: asTyped, noticeName: 'the description', isLong: true },
  images: { default: [], text: lines, noticeName: 'the images', isLong: true },
  imageAlts: {
    default: [],
    // An empty line is an image without alt text.
    text: (alts) => alts.join('\n').trimEnd(),
    noticeName: 'the alt texts',
    isLong: true,
  },
  specifications: { default: {}, text: pairs, noticeName: 'the specifications', isLong: true },
  features: { default: [], text: lines, noticeName: 'the features', isLong: true },
  warranty: {
    default: defaultWarranty,
    text: ({ duration, type, description }) => [duration, type, description].join(', '),
    noticeName: 'the warranty',
    isLong: true,
  },
  seoTitle: { default: '', text: asTyped, noticeName: 'the search title', isLong: true },
  seoDescription: { default: '', text: asTyped, noticeName: 'the search description', isLong: true },
};

export const productFieldNames = Object.keys(productFields) as ProductField[];

/** Values of a product that nothing is known about. */
export const blankProduct = Object.fromEntries(
  productFieldNames.map((name) => [name, productFields[name].default]),
) as Pick<AdminProduct, ProductField>;

/** Returns the value of a field as people read it. */
export function fieldText<Name extends ProductField>(name: Name, value: AdminProduct[Name]): string {
  return productFields[name].text(value);
}

// ---- Columns of a product file

export type CellKind = 'text' | 'choice' | 'price' | 'whole number' | 'yes or no' | 'lines' | 'pairs';

type FieldWithColumn = Exclude<ProductField, 'warranty'>;
type WarrantyColumn = `warranty${Capitalize<keyof Warranty>}`;
type FileColumn = 'stockBase' | 'family' | 'options' | 'draft' | 'formerSlug';

/** Every column by its name in the API, in the order of exports. */
export const productColumns = {
  sku: { label: 'SKU', cell: 'text' },
  name: { label: 'Name', cell: 'text' },
  brand: { label: 'Brand', cell: 'text' },
  category: { label: 'Category', cell: 'text' },
  price: { label: 'Price', cell: 'price' },
  originalPrice: { label: 'Original price', cell: 'price' },
  newPriceDate: { label: 'Date of the original price', cell: 'text' },
  condition: { label: 'Condition', cell: 'choice' },
  origin: { label: 'Origin', cell: 'choice' },
  taxClass: { label: 'Tax class', cell: 'choice' },
  stockCount: { label: 'Stock', cell: 'whole number' },
  stockBase: { label: 'Stock when exported', cell: 'whole number' },
  description: { label: 'Description', cell: 'text' },
  images: { label: 'Images', cell: 'lines' },
  imageAlts: { label: 'Image descriptions', cell: 'lines' },
  features: { label: 'Features', cell: 'lines' },
  specifications: { label: 'Specifications', cell: 'pairs' },
  warrantyDuration: { label: 'Warranty duration', cell: 'text' },
  warrantyType: { label: 'Warranty type', cell: 'text' },
  warrantyDescription: { label: 'Warranty description', cell: 'text' },
  batteryHealth: { label: 'Battery health', cell: 'whole number' },
  modelKey: { label: 'Model key', cell: 'text' },
  unitCost: { label: 'Cost', cell: 'price' },
  grams: { label: 'Weight in grams', cell: 'whole number' },
  gtins: { label: 'Barcodes', cell: 'lines' },
  family: { label: 'Family', cell: 'text' },
  options: { label: 'Options', cell: 'pairs' },
  seoTitle: { label: 'Search title', cell: 'text' },
  seoDescription: { label: 'Search description', cell: 'text' },
  featured: { label: 'Featured', cell: 'yes or no' },
  draft: { label: 'Draft', cell: 'yes or no' },
  formerSlug: { label: 'Address in another shop', cell: 'text' },
} as const satisfies Record<FieldWithColumn | WarrantyColumn | FileColumn, { label: string; cell: CellKind }>;

export type ProductColumn = keyof typeof productColumns;

/** Fields whose column has this kind of cell. */
export type FieldOfKind<Kind extends CellKind> = {
  [Name in FieldWithColumn]: (typeof productColumns)[Name]['cell'] extends Kind ? Name : never;
}[FieldWithColumn];

export function fieldsOfKind<Kind extends CellKind>(...kinds: Kind[]): FieldOfKind<Kind>[] {
  return (Object.keys(productColumns) as ProductColumn[]).filter((column): column is FieldOfKind<Kind> => {
    return column in productFields && kinds.some((kind) => kind === productColumns[column].cell);
  });
}
