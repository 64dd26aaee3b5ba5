import { apiContext } from '../../../api/server-api.ts';
import { cacheable } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { storeFacts } from '../../settings/store-facts.ts';
import { useStoreOrigin, useStoreSettings } from '../../settings/store-settings.ts';
import { StructuredData } from '../product/structured-data.tsx';
import type { Route } from './+types/home-page';
import { HomeHero } from './home-hero.tsx';
import { Featured, HomeCategories } from './home-products.tsx';
import { Benefits, Facts, Grades, RefurbishingSteps } from './home-sections.tsx';
import { HomeSignUp } from './home-sign-up.tsx';
import { RecentlyViewed } from './recently-viewed.tsx';

const [maxFeatured, featuredShown, categoriesShown, picksShown] = [8, 6, 6, 3];

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [featured, deals, categories, facts] = await Promise.all([
    api.listProductCards({ query: { featured: true, limit: maxFeatured } }),
    api.listProductCards({ query: { discounted: true, inStock: true, sort: 'saving', limit: 48 } }),
    api.listCategories(),
    api.getShopFacts(),
  ]);
  const featuredProducts = featured.products.slice(0, featuredShown);
  return {
    picks: choosePicks(deals.products, featuredProducts),
    featured: featuredProducts,
    // Only what the tiles show: loader data is repeated in the page.
    categories: categories
      .slice(0, categoriesShown)
      .map(({ id, name, image, productCount }) => ({ id, name, image, productCount })),
    facts,
  };
}

type Pickable = { id: string; categoryId: string | null };

/** Chooses the largest discounts, each of another category and none that the page shows elsewhere. */
function choosePicks<T extends Pickable>(products: T[], featuredProducts: Pickable[]): T[] {
  const elsewhere = new Set(featuredProducts.map(({ id }) => id));
  const seen = new Set<string | null>();
  const picks = products.filter(({ id, categoryId }) => {
    if (elsewhere.has(id) || seen.has(categoryId)) return false;
    seen.add(categoryId);
    return true;
  });
  return picks.slice(0, picksShown);
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
  const { picks, featured, categories, facts } = loaderData;
  const settings = useStoreSettings();
  const origin = useStoreOrigin();
  return (
    <>
      {settings && <StructuredData facts={storeFacts(settings, origin)} />}
      <HomeHero picks={picks} />
      <Featured products={featured} />
      <HomeCategories categories={categories} />
      <RefurbishingSteps />
      <Grades />
      <Benefits />
      <Facts facts={facts} />
      <div className="page-width">
        <RecentlyViewed />
      </div>
      <HomeSignUp />
    </>
  );
}
