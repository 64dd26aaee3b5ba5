import type { Product } from '@reprise/contract/catalog/products/product';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Check } from '../../../ui/icons/lucide.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { ProductReviews, type ReviewPage } from '../../reviews/product-reviews.tsx';
import type { ReviewParams } from '../../reviews/review-params.ts';

type ProductTabsProps = {
  product: Product;
  /** Name of the family that the reviews are about; null if the product is its only offer. */
  familyName: string | null;
  reviews: ReviewPage | null;
  reviewParams: ReviewParams;
};

/** Tabs for description, specifications and reviews. A URL with a page of reviews opens that tab. */
export default function ProductTabs({ product, familyName, reviews, reviewParams }: ProductTabsProps) {
  const [params] = useSearchParams();
  const [selectedTab, setSelectedTab] = useState<string | null>(null);
  const tab = selectedTab ?? (params.has('reviews') ? 'reviews' : 'description');
  // A link to the reviews opens them regardless of the selected tab.
  const opensReviews = params.has('reviews');
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key changes with every click on such a link
  useEffect(() => {
    if (opensReviews) setSelectedTab('reviews');
  }, [opensReviews, key]);
  return (
    <Tabs
      label="About this product"
      value={tab}
      onChange={setSelectedTab}
      tabs={[
        { id: 'description', label: 'Description', content: <Description product={product} /> },
        {
          id: 'specifications',
          label: 'Specifications',
          content: <Specifications specifications={product.specifications} />,
        },
        {
          id: 'reviews',
          label: product.reviewCount > 0 ? `Reviews (${product.reviewCount})` : 'Reviews',
          content: (
            <ProductReviews
              product={product}
              familyName={familyName}
              reviews={reviews}
              reviewParams={reviewParams}
              open={tab === 'reviews'}
            />
          ),
        },
      ]}
    />
  );
}

export function Description({ product: { description, features } }: { product: Product }) {
  return (
    <div className="grid gap-x-16 gap-y-8 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <p className="max-w-text whitespace-pre-line">{description || 'No description yet.'}</p>
      {features.length > 0 && (
        <ul className="grid content-start gap-2.5">
          {features.map((feature) => (
            <li key={feature} className="flex gap-3">
              <Check className="mt-1.5 size-4 shrink-0 text-good-text" aria-hidden="true" />
              <span className="min-w-0">{feature}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export function Specifications({ specifications }: { specifications: Product['specifications'] }) {
  const entries = Object.entries(specifications);
  if (entries.length === 0) return <p className="text-ink-muted">No specifications yet.</p>;
  return (
    <dl className="max-w-lg">
      {entries.map(([name, value]) => (
        <div key={name} className="fact-row">
          <dt className="text-ink-muted text-sm leading-6">{name}</dt>
          <dd className="tabular break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
