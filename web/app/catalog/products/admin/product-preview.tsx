import {
  type ConditionOffer,
  defaultWarranty,
  type EditedProduct,
  editedProduct,
  type Product,
} from '@reprise/contract/catalog/products/product';
import { blankProduct } from '@reprise/contract/catalog/products/product-fields';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { policyOf } from '@reprise/contract/catalog/return-policies';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { api } from '../../../api/browser-api.ts';
import { returnLineOf } from '../../../foundations/page-texts/return-words.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { Button } from '../../../ui/button.tsx';
import { Eye } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { deliveriesOf } from '../deliveries.ts';
import type { ProductViewProps } from '../product/product-view.tsx';
import { type ProductFormValues, wireOfProduct } from './product-form-values.ts';

// The preview renders the store's own product page, loaded on demand.
const storePage = () => import('../product/product-page.tsx');
const ProductView = lazy(async () => {
  const { ProductView, toLadderOffers } = await storePage();
  return {
    default: ({ ladder, ...view }: Omit<ProductViewProps, 'ladder'> & { ladder: ConditionOffer[] }) => (
      <ProductView ladder={toLadderOffers(ladder)} {...view} />
    ),
  };
});
const storeTabs = () => import('../product/product-tabs.tsx');
const Description = lazy(async () => ({ default: (await storeTabs()).Description }));
const Specifications = lazy(async () => ({ default: (await storeTabs()).Specifications }));

/** Published state: the product, null for a new one, and all conditions of its model. */
export type PublishedProduct = { product: AdminProduct | null; ladder: ConditionOffer[] };

export const unpublished: PublishedProduct = { product: null, ladder: [] };

/** Previews the form as the store's product page. Validation errors come first. */
export function PreviewButton({
  form,
  validate,
  published,
}: {
  form: UseFormReturn<ProductFormValues>;
  /** Shows the errors of a product on sale; resolves to false if there are any. */
  validate: () => Promise<boolean>;
  published: PublishedProduct;
}) {
  const [preview, setPreview] = useState<EditedProduct | null>(null);
  const openPreview = async () => {
    if (await validate()) setPreview(editedProduct.parse(wireOfProduct(form.getValues())));
  };
  return (
    <>
      <Button variant="ghost" className="max-sm:px-2.5" onClick={openPreview}>
        <Eye className="size-4" aria-hidden="true" />
        <span className="max-sm:sr-only">Preview</span>
      </Button>
      <Modal open={preview !== null} onClose={() => setPreview(null)} title="Preview" size="xl">
        {preview && <Preview edited={preview} published={published} />}
      </Modal>
    </>
  );
}

function Preview({ edited, published }: { edited: EditedProduct; published: PublishedProduct }) {
  const settings = useStoreSettings();
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const category = categories.data?.find(({ id }) => id === edited.category)?.name ?? null;
  const returns = useQuery({
    queryKey: ['return-policies', 'preview'],
    queryFn: () => api.getReturnPolicies(),
  });
  const policies = returns.data?.policies;
  const product = previewed(edited, category, published.product);
  return (
    <Suspense fallback={<Loading />}>
      <p className="mb-5 rounded-control bg-sunken px-3 py-2 text-sm">
        How the store will show it. Nothing is saved yet, and buttons and links are disabled.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section tabIndex={0} aria-label="The product in the store">
        {/* Overrides the sticky offset of the image: the dialog has no site header. */}
        <div inert className="grid gap-10 [&>div>div:first-child]:static!">
          <ProductView
            product={product}
            ladder={withOffer(published.ladder, product)}
            returns={
              policies
                ? returnLineOf(policyOf(policies, category), policies.savedAt !== null)
                : { promise: 'Returns', detail: '' }
            }
            deliveries={settings ? deliveriesOf(settings) : null}
          />
          <Description product={product} />
          <Specifications specifications={product.specifications} />
        </div>
      </section>
    </Suspense>
  );
}

function Loading() {
  return (
    <div className="grid h-[60vh] place-items-center text-ink-muted text-xl">
      <Spinner label="Loading" />
    </div>
  );
}

/** Product without sales and reviews. */
const unknown: Product = {
  id: 'preview',
  slug: 'preview',
  ...blankProduct,
  categoryId: null,
  categorySlug: null,
  inStock: false,
  formerPrice: null,
  saleEndsAt: null,
  rating: 0,
  reviewCount: 0,
  fromPrice: null,
  version: 0,
  createdAt: '',
  updatedAt: '',
};

/** Returns the battery health if it is not below the floor of the grade. */
const promised = (health: number | null, floor: number | null) =>
  health !== null && health >= (floor ?? 0) ? health : null;

/** Returns the product as it would be after saving. */
export function previewed(
  edited: EditedProduct,
  category: string | null,
  product: (Product & Partial<Pick<AdminProduct, 'batteryFloor'>>) | null,
): Product {
  const { stockBase: _base, version: _version, ...fields } = edited;
  const stockCount = edited.stockCount ?? 0;
  return {
    ...unknown,
    ...product,
    ...fields,
    brand: edited.brand ?? '',
    category,
    categoryId: edited.category,
    originalPrice: edited.originalPrice || null,
    newPriceDate: edited.newPriceDate || null,
    // A price edited by hand ends the sale.
    ...(edited.price !== product?.price && { formerPrice: null, saleEndsAt: null }),
    // The grade of the stored product; the server refuses a health below another one.
    batteryHealth: promised(edited.batteryHealth ?? null, product?.batteryFloor ?? null),
    warranty: { ...defaultWarranty, ...edited.warranty },
    stockCount,
    inStock: stockCount > 0,
  } as Product;
}

/** Returns the ladder, highest price first, with this product in its edited state. */
export function withOffer(ladder: ConditionOffer[], product: Product): ConditionOffer[] {
  return [...ladder.filter((offer) => offer.id !== product.id), product].sort(
    (one, other) => other.price - one.price,
  );
}
