import { Suspense } from 'react';
import { apiContext } from '../../../api/server-api.ts';
import { storeFacts } from '../../../foundations/settings/store-facts.ts';
import { useStoreOrigin, useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import { cacheable } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { StructuredData } from '../product/structured-data.tsx';
import type { Route } from './+types/home-page';
import { choosePicks } from './choose-picks.ts';
import { HomeHero } from './home-hero.tsx';
import { Brands, Featured, HomeCategories } from './home-products.tsx';
import { Benefits, Facts, Grades, RefurbishingSteps } from './home-sections.tsx';
import { HomeSignUp } from './home-sign-up.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

// Below the fold: rendered by the server, and its scripts are loaded after the others.
const LatestReviews = lazyPart(() => import('../../reviews/latest-reviews.tsx'));

const [maxFeatured, featuredShown, categoriesShown, maxBrands] = [16, 6, 6, 12];

const popular = { popular: true, show: 'families' } as const;
const newest = { inStock: true, show: 'families', limit: 12 } as const;

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [featured, bought, categories, facts, all, { reviews }] = await Promise.all([
    api.listProductCards({ query: { featured: true, show: 'families', limit: maxFeatured } }),
    api.listProductCards({ query: popular }),
    api.listCategories(),
    api.getShopFacts(),
    api.listProductCards({ query: { show: 'families', limit: 1 } }),
    api.listLatestReviews(),
  ]);
  const featuredProducts = featured.products.slice(0, featuredShown);
  const readNewest = async () => (await api.listProductCards({ query: newest })).products;
  return {
    picks: await choosePicks(
      featuredProducts,
      featured.products.slice(featuredShown),
      bought.products,
      readNewest,
    ),
    featured: featuredProducts,
    // Only what is shown: loader data is repeated in the page.
    categories: categories
      .slice(0, categoriesShown)
      .map(({ id, name, image, modelCount }) => ({ id, name, image, modelCount })),
    facts,
    brands: largestBrands(all.facets.brands),
    reviews: reviews.map(
      ({ id, rating, title, text, author, condition, createdAt, product: { slug, name } }) => ({
        id,
        rating,
        title,
        text,
        author,
        condition,
        createdAt,
        product: { slug, name },
      }),
    ),
  };
}

/** Returns the names of the brands with the most products, in alphabetical order. */
function largestBrands(brands: { name: string; count: number }[]): string[] {
  return brands
    .toSorted((a, b) => b.count - a.count)
    .slice(0, maxBrands)
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b));
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const settings = matches[0].loaderData?.settings;
  return pageMeta(matches[0], {
    title: 'Certified refurbished and open-box electronics',
    description: settings?.storeDescription ?? '',
    path: '/',
  });
};

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { picks, featured, categories, facts, brands, reviews } = loaderData;
  const settings = useStoreSettings();
  const origin = useStoreOrigin();
  return (
    <>
      {settings && <StructuredData facts={storeFacts(settings, origin)} />}
      <HomeHero picks={picks} />
      <Featured products={featured} />
      <HomeCategories categories={categories} />
      <Brands names={brands} />
      <RefurbishingSteps />
      <Grades />
      <Benefits />
      <Suspense>
        <LatestReviews reviews={reviews} facts={facts} />
      </Suspense>
      <Facts facts={facts} />
      <div className="page-width">
        <RecentlyViewed />
      </div>
      <HomeSignUp />
    </>
  );
}
