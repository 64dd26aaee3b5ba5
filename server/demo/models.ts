// Models, products and categories of the demo shop, with their images.
import type { Condition } from '@reprise/contract/catalog/products/conditions';
import { readDemo, readDemoImage } from './read-demo.ts';

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
  origin: 'certified-refurbished' | 'open-box' | 'pre-owned';
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

/** `file` is a path in `demo/images/`. */
type ImageFile = { file: string; alt: string };

type StoredModel = {
  key: string;
  name: string;
  brand: string;
  category: CategoryName;
  releaseYear: number;
  features: string[];
  specifications: Record<string, string>;
  colors: Record<
    string,
    {
      hex: string | null;
      /** The first one is for cards. */
      images: ImageFile[];
      /** Close-up of the wear of each condition. */
      closeUps?: Partial<Record<Condition, ImageFile>>;
    }
  >;
  products: (Pick<
    DemoProduct,
    | 'slug'
    | 'modelKey'
    | 'name'
    | 'sku'
    | 'description'
    | 'deviceNote'
    | 'condition'
    | 'origin'
    | 'priceCents'
    | 'originalPriceCents'
    | 'newPriceDate'
    | 'stockCount'
    | 'configuration'
    | 'batteryHealth'
  > & {
    color: string;
    featured?: true;
    warranty: keyof typeof warranties;
    /** Those that differ from the model's. */
    specifications?: Record<string, string>;
  })[];
};

/** Model with all of its products in the shop. */
export type DemoModel = Omit<StoredModel, 'products'> & { products: DemoProduct[] };

const certifiedWarranty: Warranty = {
  duration: '12 months',
  type: 'Certified Warranty',
  description:
    '12-month warranty covering manufacturing defects, including a battery that no longer holds charge',
};

const warranties = {
  limited: {
    duration: '30 days',
    type: 'Limited Warranty',
    description: '30-day warranty covering manufacturing defects',
  },
  certified: certifiedWarranty,
  'certified-without-battery': {
    ...certifiedWarranty,
    description: '12-month warranty covering manufacturing defects, including fan, drive and ports',
  },
} satisfies Record<string, Warranty>;

function toModel({ products, ...model }: StoredModel): DemoModel {
  const { brand, category, features, specifications } = model;
  return {
    ...model,
    products: products.map(({ color, warranty, featured = false, ...product }) => ({
      ...product,
      brand,
      category,
      featured,
      features,
      color: { name: color, hex: model.colors[color]?.hex ?? null },
      specifications: { ...specifications, ...product.specifications, Color: color },
      warranty: warranties[warranty],
    })),
  };
}

const files = ['smartphones', 'laptops', 'audio-headphones', 'smart-watches', 'gaming-consoles', 'tablets'];

export const demoModels: readonly DemoModel[] = files
  .flatMap((file) => readDemo<StoredModel[]>(`models/${file}.json`))
  .map(toModel);

export type DemoCategory = { name: CategoryName; description: string; image: ImageFile };

export const demoCategories = readDemo<readonly DemoCategory[]>('categories.json');

type DemoImage = { alt: string; svg: string };

/** Returns the images of a model in one of its colors; the first one is for cards, the last a close-up of the condition. */
export function imagesOf({ name, colors }: DemoModel, color: string, condition?: Condition): DemoImage[] {
  const found = colors[color];
  if (!found) throw new Error(`${name} does not come in ${color}.`);
  const closeUp = condition && found.closeUps?.[condition];
  return [...found.images, ...(closeUp ? [closeUp] : [])].map(({ file, alt }) => ({
    alt,
    svg: readDemoImage(file),
  }));
}

/** Returns images of one device of a product: front, back, and a close-up if it is worn. */
export function imagesOfDevice({ slug, name, color }: DemoProduct, place: number, isWorn: boolean) {
  const model = demoModels.find(({ products }) => products.some((product) => product.slug === slug));
  const images = model?.colors[color.name]?.images ?? [];
  const viewOf = (view: string) => {
    const image = images.find(({ file }) => file.endsWith(`-${view}.svg`));
    if (!image) throw new Error(`${name} has no image of its ${view}.`);
    return readDemoImage(image.file);
  };
  return {
    front: viewOf('front'),
    back: viewOf('back'),
    wear: isWorn ? readDemoImage(`devices/${slug}-${place}.svg`) : null,
  };
}
