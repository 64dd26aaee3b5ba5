// Compact data of demo models, and the function that builds their products.
import { boxContents } from '@reprise/contract/catalog/box-contents';
import type { DeviceShape } from '../drawings/images.ts';
import { batteryHealthOf } from './battery-health.ts';
import { wordsOfGrade } from './words-of-grade.ts';
import { worthOf } from './worth.ts';

export type Condition = 'excellent' | 'refurbished' | 'good' | 'fair';
type Origin = 'certified-refurbished' | 'open-box' | 'pre-owned';

export const categoryNames = [
  'Smartphones',
  'Laptops',
  'Audio & Headphones',
  'Smart Watches',
  'Gaming Consoles',
  'Tablets',
] as const;
export type CategoryName = (typeof categoryNames)[number];

type Warranty = { duration: string; type: string; description: string };

/** One product of the shop: a model in one configuration, color and condition. */
export type DemoProduct = {
  slug: string;
  /** Equal for all conditions of a model in one configuration and color. */
  modelKey: string;
  name: string;
  sku: string;
  description: string;
  /** Words about one device of it. */
  deviceNote: string;
  brand: string;
  category: CategoryName;
  condition: Condition;
  origin: Origin;
  priceCents: number;
  /** Launch price of this configuration. */
  originalPriceCents: number;
  /** Month of the launch, such as 2021-09. */
  newPriceDate: string | null;
  stockCount: number;
  featured: boolean;
  configuration: string;
  color: { name: string; hex: string | null };
  features: string[];
  specifications: Record<string, string>;
  warranty: Warranty;
  batteryHealth: number | null;
};

/** Model with all of its products in the shop. */
export type DemoModel = {
  key: string;
  name: string;
  brand: string;
  category: CategoryName;
  /** Launch price of the smallest configuration listed. */
  launchPriceCents: number;
  releaseYear: number;
  colors: Record<string, string>;
  /** Shapes by color name: some parts, such as bands and controllers, change with the color. */
  shapes: Record<string, DeviceShape>;
  products: DemoProduct[];
};

/** Condition in which a configuration is for sale. */
type Offer = {
  stock: number;
  /** Inspection result of one device; ends the description unless the offer has several devices with wear. */
  note: string;
  featured?: true;
  /** Origin, if it differs from the default of the condition. */
  origin?: Origin;
};

type Variant = {
  configuration: string;
  color: string;
  /** Price of this configuration at launch, in dollars. */
  launched: number;
  /** Market value of a flawless used device in dollars, overriding `worthOf`. */
  worth?: number;
  /** Specifications that differ from the model's. */
  specifications?: Record<string, string>;
  offers: Partial<Record<Condition, Offer>>;
};

export type ModelData = {
  name: string;
  brand: string;
  category: CategoryName;
  releaseYear: number;
  colors: Record<string, string>;
  /** Color codes of colors that are not those of the body; null for several colors at once. */
  colorCodes?: Record<string, string | null>;
  shape: DeviceShape | ((color: string) => DeviceShape);
  /** One or two sentences for shoppers about this device. */
  about: string;
  features: readonly string[];
  specifications: Record<string, string>;
  variants: readonly Variant[];
};

export const conditions: readonly Condition[] = ['excellent', 'refurbished', 'good', 'fair'];

/** Price as a share of the value of a flawless used device, rounded down to end in 9 dollars; below 200 dollars, in 4 or 9. */
const shareOfWorth: Record<Condition, number> = {
  excellent: 1,
  refurbished: 0.93,
  good: 0.84,
  fair: 0.71,
};

export function priceCentsOf(worth: number, condition: Condition): number {
  const dollars = worth * shareOfWorth[condition];
  const step = dollars < 200 ? 5 : 10;
  return (Math.floor((dollars + 1) / step) * step - 1) * 100;
}

const usualOrigin: Record<Condition, Origin> = {
  excellent: 'open-box',
  refurbished: 'certified-refurbished',
  good: 'pre-owned',
  fair: 'pre-owned',
};

const limitedWarranty: Warranty = {
  duration: '30 days',
  type: 'Limited Warranty',
  description: '30-day warranty covering manufacturing defects',
};

const certifiedWarranty: Warranty = {
  duration: '12 months',
  type: 'Certified Warranty',
  description:
    '12-month warranty covering manufacturing defects, including a battery that no longer holds charge',
};

const certifiedWarrantyWithoutBattery: Warranty = {
  ...certifiedWarranty,
  description: '12-month warranty covering manufacturing defects, including fan, drive and ports',
};

function warrantyOf(origin: Origin, specifications: Record<string, string>): Warranty {
  if (origin !== 'certified-refurbished') return limitedWarranty;
  return specifications['Power supply'] === 'Internal' ? certifiedWarrantyWithoutBattery : certifiedWarranty;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function lettersOf(text: string): string {
  return text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 3);
}

/** Returns the SKU: letters of brand and name, and three digits derived from the slug. */
function skuOf(brand: string, name: string, slug: string): string {
  let digits = 7;
  for (const letter of slug) digits = (digits * 37 + letter.charCodeAt(0)) % 997;
  return `${lettersOf(brand)}${lettersOf(name)}${String(digits).padStart(3, '0')}`;
}

const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Date(Date.UTC(2000, month)).toLocaleString('en-US', { month: 'long', timeZone: 'UTC' }),
);

/** Returns "2021-09" for "September 2021", null for anything else. */
function monthOf(released: string): string | null {
  const [, name = '', year] = /^([A-Z][a-z]+) (\d{4})$/.exec(released) ?? [];
  const month = monthNames.indexOf(name) + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}` : null;
}

function buildProduct(model: ModelData, variant: Variant, condition: Condition, offer: Offer): DemoProduct {
  const name = [model.name, variant.configuration, variant.color].filter(Boolean).join(' ');
  const slug = slugOf(`${name} ${condition}`);
  const origin = offer.origin ?? usualOrigin[condition];
  const specifications = { ...model.specifications, ...variant.specifications };
  const { launched } = variant;
  const batteryHealth = batteryHealthOf(model.category, condition, offer.note);
  // Marks differ from device to device, and a buyer may get any of them.
  const hasOwnMarks = (condition === 'good' || condition === 'fair') && offer.stock > 1;
  const worth =
    variant.worth ?? worthOf(launched, model.category, model.brand, specifications.Released ?? '');
  return {
    slug,
    modelKey: slugOf(name),
    name,
    sku: skuOf(model.brand, name, slug),
    description: `${model.about} ${hasOwnMarks ? wordsOfGrade({ ...variant, category: model.category, condition, batteryHealth }) : offer.note}`,
    deviceNote: offer.note,
    brand: model.brand,
    category: model.category,
    condition,
    origin,
    priceCents: priceCentsOf(worth, condition),
    originalPriceCents: launched * 100,
    newPriceDate: monthOf(specifications.Released ?? ''),
    stockCount: offer.stock,
    featured: offer.featured ?? false,
    configuration: variant.configuration,
    color: { name: variant.color, hex: codeOf(model, variant.color) },
    features: [...model.features],
    specifications: { ...specifications, [boxContents]: boxOf(model, specifications), Color: variant.color },
    warranty: warrantyOf(origin, specifications),
    batteryHealth,
  };
}

function codeOf({ colors, colorCodes = {} }: ModelData, color: string): string | null {
  const code = colorCodes[color];
  return code === undefined ? (colors[color] ?? null) : code;
}

const boxes = {
  phone: 'Phone, charging cable',
  tablet: 'Tablet, charging cable',
  laptop: 'Laptop, charger',
  watch: 'Watch, band, charging cable',
  earbuds: 'Earbuds, charging case, charging cable',
  headphones: 'Headphones, charging cable',
  console: 'Console, controller, power and HDMI cables',
  handheld: 'Console, charger',
};

/** Returns what the demo shop puts in the box: what the model states, else the usual of its kind. */
function boxOf({ shape, colors }: ModelData, specifications: Record<string, string>): string {
  const stated = specifications[boxContents];
  if (stated) return stated;
  const { kind, ...drawn } = typeof shape === 'function' ? shape(Object.keys(colors)[0] ?? '') : shape;
  return 'pen' in drawn && drawn.pen ? `${boxes[kind]}, pen` : boxes[kind];
}

/** Builds a model and all of its products from its data. */
export function buildModel(data: ModelData): DemoModel {
  const { shape } = data;
  const shapeIn = typeof shape === 'function' ? shape : () => shape;
  const products = data.variants.flatMap((variant) =>
    conditions.flatMap((condition) => {
      const offer = variant.offers[condition];
      return offer ? [buildProduct(data, variant, condition, offer)] : [];
    }),
  );
  return {
    key: slugOf(`${data.brand} ${data.name}`),
    name: data.name,
    brand: data.brand,
    category: data.category,
    launchPriceCents: Math.min(...data.variants.map((variant) => variant.launched)) * 100,
    releaseYear: data.releaseYear,
    colors: data.colors,
    shapes: Object.fromEntries(Object.keys(data.colors).map((color) => [color, shapeIn(color)])),
    products,
  };
}
