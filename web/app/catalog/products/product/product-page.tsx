import type { DeviceKind } from '@reprise/contract/catalog/grading/device-kinds';
import type { PublicGrading } from '@reprise/contract/catalog/grading/grading';
import { conditionText } from '@reprise/contract/catalog/products/condition-text';
import type { CardProduct, Product } from '@reprise/contract/catalog/products/product';
import type { ProductFamily } from '@reprise/contract/catalog/products/product-family';
import { policyOf } from '@reprise/contract/catalog/return-policies';
import { formatMoney } from '@reprise/contract/money';
import { dayIn } from '@reprise/contract/time-zone';
import type { DeviceChoice } from '@reprise/contract/workshop/units/device-choice';
import { Suspense, useEffect, useRef, useState } from 'react';
import { data, Link, redirect, useLocation } from 'react-router';
import { apiContext, refusedStatusOf, type ServerApi } from '../../../api/server-api.ts';
import { formatCalendarDay } from '../../../formats.ts';
import { returnLineOf } from '../../../foundations/page-texts/return-words.ts';
import { cacheable } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { lazyOptional } from '../../../ui/lazy-optional.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { isMissingPage, Problem, problemMeta } from '../../../ui/problem-page.tsx';
import { parseReviewParams } from '../../reviews/review-params.ts';
import { toRelatedCard } from '../card-product.ts';
import { deliveriesOf } from '../deliveries.ts';
import { rememberProduct } from '../home/recent-products.ts';
import { RecentlyViewed } from '../home/recently-viewed.tsx';
import { categoryHref } from '../listing/category-href.ts';
import { breadcrumbFacts, productFacts, type Step } from '../product-facts.ts';
import type { Route } from './+types/product-page';
import { familyChoices } from './family/family-choices.ts';
import { toLadderOffers } from './ladder-offers.ts';
import { ProductView } from './product-view.tsx';
import { StructuredData } from './structured-data.tsx';

const reviewsPerPage = 10;

// Re-exported for the preview in the admin, so that this page remains one chunk.
export { toLadderOffers } from './ladder-offers.ts';
export { ProductView } from './product-view.tsx';

// Rendered by the server; their scripts are loaded after those of the parts that are seen first.
const ProductGrid = lazyPart(async () => ({ default: (await import('../product-grid.tsx')).ProductGrid }));
const ProductTabs = lazyPart(() => import('./product-tabs.tsx'));
const StickyBuyBar = lazyOptional(() => import('./sticky-buy-bar.tsx'));

export const handle = cacheable('reviews', 'sort', 'stars', 'write');

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const url = new URL(request.url);
  const response = await api.getProduct({ params }).catch(async (error: unknown) => {
    const status = refusedStatusOf(error);
    if (status === undefined) throw error;
    throw data(await findSimilar(api, params.id), { status });
  });
  const { product, kind, family, related } = response;
  // The slug of a family leads to its best offer, which changes with prices and stock.
  if (params.id === family?.slug && params.id !== product.slug)
    throw redirect(`/product/${product.slug}${url.search}`, 302);
  // Ids and former slugs redirect to the canonical URL.
  if (params.id !== product.slug) throw redirect(`/product/${product.slug}${url.search}`, 301);
  const reviewParams = parseReviewParams(url.searchParams);
  const { page, sort, stars } = reviewParams;
  const query = { page, limit: reviewsPerPage, sort, ...(stars !== null && { rating: stars }) };
  const { settings } = await api.getPublicSettings();
  const { policies } = await api.getReturnPolicies();
  const returns = { policy: policyOf(policies, product.category), isSaved: policies.savedAt !== null };
  const reviews = await api.listReviews({ params: { id: product.id }, query }).catch((error: unknown) => {
    // The page is useful without reviews and says that they are missing.
    console.error(error);
    return null;
  });
  const steps = stepsTo(product, family);
  return {
    product,
    ladder: toLadderOffers(response.ladder, await findGrading(api, kind)),
    devices: product.inStock ? await findDevices(api, product.id) : [],
    related: related.map(toRelatedCard),
    reviews,
    reviewParams,
    deliveries: deliveriesOf(settings),
    saleEnds: product.saleEndsAt && formatCalendarDay(dayIn(settings.timeZone, new Date(product.saleEndsAt))),
    // Made here so that their code is not part of the page's scripts.
    steps,
    family: hasSeveralOffers(family) ? { id: family.id, name: family.name } : null,
    choices: familyChoices(family, product),
    facts: productFacts({ product, family, codes: response.codes, settings, returns, origin: url.origin }),
    returns: returnLineOf(returns.policy, returns.isSaved),
    trail: breadcrumbFacts(steps, url.origin),
    excerpt: firstSentences(product.description),
  };
}

function hasSeveralOffers(family: ProductFamily | null): family is ProductFamily {
  return family !== null && family.configurations.flatMap(({ offers }) => offers).length > 1;
}

/** Returns the devices to choose from; without an answer any device can be bought. */
async function findDevices(api: ServerApi, id: string): Promise<DeviceChoice[]> {
  const list = await api.listDeviceChoices({ params: { id } }).catch((error: unknown) => {
    console.error(error);
    return null;
  });
  return list?.devices ?? [];
}

/** Returns the grades of a kind of device; without an answer the conditions are explained in general words. */
async function findGrading(api: ServerApi, kind: DeviceKind | null): Promise<PublicGrading | undefined> {
  if (kind === null) return undefined;
  const grading = await api.getGrading().catch((error: unknown) => {
    console.error(error);
    return null;
  });
  return grading?.kinds.find((one) => one.kind === kind);
}

/** Finds products with a similar name for a missing product; returns an empty list on failure. */
async function findSimilar(api: ServerApi, slug: string): Promise<CardProduct[]> {
  const search = slug.split('-').slice(0, 2).join(' ');
  const list = await api
    .listProductCards({ query: { search, show: 'families', limit: 4 } })
    .catch(() => null);
  return list?.products ?? [];
}

export const meta: Route.MetaFunction = ({ loaderData, matches, error }) => {
  if (isMissingPage(error)) return [{ title: 'Product Not Found' }, { name: 'robots', content: 'noindex' }];
  if (!loaderData) return problemMeta();
  const { product, excerpt } = loaderData;
  const condition = conditionText(product.condition, product.origin);
  return pageMeta(matches[0], {
    title: product.seoTitle || `${product.name}, ${condition}`,
    description:
      product.seoDescription || `${product.name}, ${condition}: ${formatMoney(product.price)}. ${excerpt}`,
    path: `/product/${product.slug}`,
    image: product.images[0] ?? null,
    imageAlt: product.imageAlts[0],
    type: 'product',
  });
};

/** Returns as much of the description as a search result shows. */
function firstSentences(description: string): string {
  const line = description.replace(/\s+/g, ' ').trim();
  if (line.length <= 120) return line;
  const excerpt = line.slice(0, 119);
  const lastBlank = excerpt.lastIndexOf(' ');
  return `${lastBlank < 0 ? excerpt : excerpt.slice(0, lastBlank).trimEnd()}…`;
}

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const {
    product,
    ladder,
    devices,
    related,
    reviews,
    reviewParams,
    deliveries,
    saleEnds,
    steps,
    family,
    choices,
    facts,
    returns,
    trail,
  } = loaderData;
  const [unit, setUnit] = useState<string | null>(null);
  // A device that was sold since, or one of another product, is not in the list.
  const chosen = devices.find(({ number }) => number === unit) ?? null;
  const buttons = useRef<HTMLDivElement>(null);
  const { state } = useLocation();
  const familyId = family?.id ?? null;
  useEffect(() => rememberProduct({ id: product.id, family: familyId }), [product.id, familyId]);
  return (
    <>
      {/* Without scroll anchoring, which would push away the choices that a link leads to when they appear. */}
      <div className="page-width pt-6 pb-20 [overflow-anchor:none] sm:pt-8">
        <StructuredData facts={facts} />
        <StructuredData facts={trail} />
        <Breadcrumb steps={steps} />
        <div className="mt-5">
          <ProductView
            product={product}
            ladder={ladder}
            deliveries={deliveries}
            saleEnds={saleEnds}
            buttons={buttons}
            returns={returns}
            openAt={imageOf(state)}
            choice={{ devices, chosen, onChoose: setUnit }}
            family={choices}
          />
        </div>
        <div id="about" className="mt-16">
          <Suspense>
            <ProductTabs
              key={product.id}
              familyName={family?.name ?? null}
              product={product}
              reviews={reviews}
              reviewParams={reviewParams}
            />
          </Suspense>
        </div>
        {related.length > 0 && (
          <section className="mt-20">
            <h2 className="mb-6 text-xl">
              {product.category ? `More ${product.category}` : 'More like this'}
            </h2>
            <Suspense>
              <ProductGrid products={related} fit="four" />
            </Suspense>
          </section>
        )}
        <RecentlyViewed except={product.id} />
      </div>
      <Suspense>
        <StickyBuyBar key={product.id} product={product} unit={chosen?.number} buttons={buttons} />
      </Suspense>
    </>
  );
}

/** Returns the image that a link to the page asks for. */
function imageOf(state: unknown): string | null {
  const { image } = (state ?? {}) as { image?: unknown };
  return typeof image === 'string' ? image : null;
}

/** Returns the steps to the page; its choices are those of the family, which therefore names it. */
function stepsTo(product: Product, family: ProductFamily | null): Step[] {
  return [
    { label: 'Home', to: '/' },
    { label: 'Products', to: '/products' },
    ...(product.category === null
      ? []
      : [
          {
            label: product.category,
            to: categoryHref(product.category),
          },
        ]),
    { label: family !== null && family.configurations.length > 1 ? family.name : product.name },
  ];
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isMissingPage(error)) return <Problem error={error} />;
  const { status, data: similar } = error as { status: number; data: CardProduct[] };
  return (
    <div className="page-width py-16 sm:py-20">
      <h1 className="text-2xl">Product Not Found</h1>
      <p className="mt-3 max-w-text text-ink-muted">
        {status === 410
          ? 'This product is no longer sold.'
          : 'The URL may be mistyped, or the product is no longer sold.'}
      </p>
      <p className="mt-8">
        <Link to="/products" className={buttonClass()}>
          Back to Products
        </Link>
      </p>
      {similar.length > 0 && (
        <section className="mt-16">
          <h2 className="mb-6 text-xl">You may also like</h2>
          <Suspense>
            <ProductGrid products={similar} fit="four" />
          </Suspense>
        </section>
      )}
    </div>
  );
}
