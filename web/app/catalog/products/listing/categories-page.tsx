import { apiContext } from '../../../api/server-api.ts';
import { cacheable } from '../../../rendering/cacheable-page.ts';
import { pageMeta } from '../../../rendering/page-meta.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Route } from './+types/categories-page';
import { AllProductsLink } from './all-products-link.tsx';
import { CategoryCard } from './category-card.tsx';

export const handle = cacheable();

export async function loader({ context }: Route.LoaderArgs) {
  return { categories: await context.get(apiContext).listCategories() };
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0], {
    title: 'Categories',
    description:
      'Refurbished and open-box devices by category: phones, laptops, audio, watches, consoles, tablets.',
    path: '/categories',
  });

export default function CategoriesPage({ loaderData: { categories } }: Route.ComponentProps) {
  return (
    <div className="page-width pt-8 pb-20 sm:pt-12">
      <h1 className="text-2xl">Categories</h1>
      {categories.length === 0 ? (
        <EmptyState title="No categories yet" action={<AllProductsLink />} />
      ) : (
        <ul className="mt-8 grid gap-5 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
          {categories.map((category) => (
            <li key={category.id}>
              <CategoryCard category={category} headingLevel="h2" />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
