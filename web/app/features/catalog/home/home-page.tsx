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

const deals = { discounted: true, inStock: true, sort: 'saving', show: 'families', limit: 48 } as const;

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const [featured, discounted, categories, facts] = await Promise.all([
    api.listProductCards({ query: { featured: true, show: 'families', limit: maxFeatured } }),
    api.listProductCards({ query: deals }),
    api.listCategories(),
    api.getShopFacts(),
  ]);
  const featuredProducts = featured.products.slice(0, featuredShown);
  return {
    picks: choosePicks(discounted.products, featuredProducts),
    featured: featuredProducts,
    // Only what the tiles show: loader data is repeated in the page.
    categories: categories
      .slice(0, categoriesShown)
      .map(({ id, name, image, modelCount }) => ({ id, name, image, modelCount })),
    facts,
  };
}

type Pickable = { id: string; family?: { id: string } | undefined; categoryId: string | null };

const familyOf = ({ id, family }: Pickable) => family?.id ?? id;

/** Chooses the largest discounts, each of another category and none of a family that the page shows elsewhere. */
function choosePicks<T extends Pickable>(products: T[], featuredProducts: Pickable[]): T[] {
  const elsewhere = new Set(featuredProducts.map(familyOf));
  const seen = new Set<string | null>();
  const picks = products.filter((product) => {
    const { categoryId } = product;
    if (elsewhere.has(familyOf(product)) || seen.has(categoryId)) return false;
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
