import type { CardProduct, Category } from '@reprise/contract/catalog/products/product';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ResponsiveImage } from '../../../ui/image.tsx';
import { CategoryIcon } from '../category-icon.tsx';
import { serializeListParams, wholeList } from '../listing/list-params.ts';
import { ProductGrid } from '../product-grid.tsx';

export function Featured({ products }: { products: CardProduct[] }) {
  if (products.length === 0) return null;
  return (
    <HomeSection title="Featured" link={{ label: 'All products', to: '/products' }}>
      <ProductGrid products={products} fit="six" />
    </HomeSection>
  );
}

type CategoryFacts = Pick<Category, 'id' | 'name' | 'image' | 'modelCount'>;

export function HomeCategories({ categories }: { categories: CategoryFacts[] }) {
  if (categories.length === 0) return null;
  return (
    <HomeSection title="Shop by category" link={{ label: 'All categories', to: '/categories' }}>
      <ul className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
        {categories.map((category) => (
          <li key={category.id}>
            <CategoryTile category={category} />
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

function CategoryTile({ category: { name, image, modelCount } }: { category: CategoryFacts }) {
  return (
    <article className="group relative grid grid-cols-[1fr_8.5rem] overflow-hidden rounded-tile border border-line bg-raised transition-colors hover:border-ink-muted">
      <div className="flex min-w-0 flex-col px-4 py-4 sm:px-5">
        <CategoryIcon name={name} className="size-5 text-ink-muted" />
        <h3 className="mt-auto pt-5 font-semibold text-base leading-snug tracking-normal">
          <Link
            to={`/products${serializeListParams({ ...wholeList, category: name })}`}
            className="after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
          >
            {name}
          </Link>
        </h3>
        <p className="tabular text-ink-muted text-sm">
          {modelCount === 1 ? '1 product' : `${modelCount} products`}
        </p>
      </div>
      <ResponsiveImage
        src={image}
        sizes="8.5rem"
        alt=""
        width={800}
        height={800}
        loading="lazy"
        decoding="async"
        className="aspect-17/15 size-full bg-sunken object-cover"
      />
    </article>
  );
}

/** Links to the products of each brand. A shop with one brand needs no choice. */
export function Brands({ names }: { names: string[] }) {
  if (names.length < 2) return null;
  return (
    <HomeSection title="Shop by brand">
      {/* Styled once here: the names repeat in the page. */}
      <ul className="flex flex-wrap gap-2 sm:gap-3 [&_a]:flex [&_a]:min-h-11 [&_a]:items-center [&_a]:rounded-full [&_a]:border [&_a]:border-line [&_a]:bg-raised [&_a]:px-4 [&_a]:font-medium [&_a]:transition-colors [&_a:hover]:border-ink-muted">
        {names.map((name) => (
          <li key={name}>
            <Link to={`/products${serializeListParams({ ...wholeList, brands: [name] })}`}>{name}</Link>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}

type HomeSectionProps = { title: string; link?: { label: string; to: string }; children: ReactNode };

function HomeSection({ title, link, children }: HomeSectionProps) {
  return (
    <section className="page-width pb-16 lg:pb-24">
      <div className="mb-6 flex items-baseline justify-between gap-4">
        <h2 className="text-xl">{title}</h2>
        {link && (
          <Link to={link.to} className="text-link text-sm">
            {link.label}
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
