import type { Condition } from '@reprise/contract/catalog/products/conditions';
import { type ExportPreset, type PresetShop, presetShops } from '@reprise/contract/moving-in/shop-export';
import { shopExports } from '../../../platform/shipped-extensions.ts';

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
  missingStock: null,
  copyImages: true,
};

const presetOf = (shop: PresetShop): ExportPreset => {
  if (shop === 'own') return { shop, ...values, columns: [], conditionOptions: [], copyImages: false };
  return { shop, columns: shopExports[shop].products.columns, ...values };
};

/** How exports are read as delivered. */
export const defaultPresets = Object.fromEntries(presetShops.map((shop) => [shop, presetOf(shop)])) as Record<
  PresetShop,
  ExportPreset
>;
