import type { Condition } from '@reprise/contract/catalog/conditions';
import type { ExportPreset } from '@reprise/contract/catalog/shop-export';
import type { OtherShop } from '@reprise/contract/checked-import';

/** Words that shops use for conditions; "new" and "used" say too little and are asked about. */
const conditions: [word: string, condition: Condition][] = [
  ['as new', 'excellent'],
  ['like new', 'excellent'],
  ['excellent', 'excellent'],
  ['mint', 'excellent'],
  ['grade a', 'excellent'],
  ['a', 'excellent'],
  ['very good', 'good'],
  ['good', 'good'],
  ['grade b', 'good'],
  ['b', 'good'],
  ['fair', 'fair'],
  ['acceptable', 'fair'],
  ['grade c', 'fair'],
  ['c', 'fair'],
  ['certified refurbished', 'refurbished'],
  ['manufacturer refurbished', 'refurbished'],
  ['refurbished', 'refurbished'],
  ['renewed', 'refurbished'],
];

const values = {
  conditionOptions: ['Condition', 'Grade', 'Cosmetic condition', 'Device condition'],
  conditions: conditions.map(([value, condition]) => ({ value, condition })),
  categories: [],
  defaultBrand: '',
  copyImages: true,
};

/** How exports are read as delivered. The names of columns are those of both versions that Shopify writes. */
export const defaultPresets: Record<OtherShop, ExportPreset> = {
  shopify: {
    shop: 'shopify',
    columns: [
      { name: 'Title', column: 'name' },
      { name: 'Variant SKU', column: 'sku' },
      { name: 'SKU', column: 'sku' },
      { name: 'Vendor', column: 'brand' },
      { name: 'Type', column: 'category' },
      { name: 'Product Category', column: 'category' },
      { name: 'Variant Price', column: 'price' },
      { name: 'Price', column: 'price' },
      { name: 'Variant Compare At Price', column: 'originalPrice' },
      { name: 'Compare-at price', column: 'originalPrice' },
      { name: 'Variant Inventory Qty', column: 'stockCount' },
      { name: 'Inventory quantity', column: 'stockCount' },
      { name: 'Body (HTML)', column: 'description' },
      { name: 'Description', column: 'description' },
      { name: 'Google Shopping / Condition', column: 'condition' },
      { name: 'SEO Title', column: 'seoTitle' },
      { name: 'SEO Description', column: 'seoDescription' },
    ],
    ...values,
  },
  woocommerce: {
    shop: 'woocommerce',
    columns: [
      { name: 'Name', column: 'name' },
      { name: 'SKU', column: 'sku' },
      { name: 'Brands', column: 'brand' },
      { name: 'Categories', column: 'category' },
      { name: 'Sale price', column: 'price' },
      { name: 'Regular price', column: 'price' },
      { name: 'Stock', column: 'stockCount' },
      { name: 'Description', column: 'description' },
      { name: 'Short description', column: 'description' },
      { name: 'Is featured?', column: 'featured' },
    ],
    ...values,
  },
};
