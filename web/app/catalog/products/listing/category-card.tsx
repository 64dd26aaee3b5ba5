import type { Category } from '@reprise/contract/catalog/products/product';
import { Link } from 'react-router';
import { ResponsiveImage } from '../../../ui/image.tsx';
import { CategoryIcon } from '../category-icon.tsx';
import { categoryHref } from './category-href.ts';

type CategoryCardProps = { category: Category; headingLevel: 'h2' | 'h3' };

/** Category with its image and number of products; links to them. */
export function CategoryCard({ category, headingLevel: Heading }: CategoryCardProps) {
  const { name, image, description, modelCount } = category;
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-tile border border-line bg-raised transition-colors hover:border-ink-muted">
      <ResponsiveImage
        src={image}
        sizes="(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw"
        alt=""
        width={800}
        height={600}
        loading="lazy"
        decoding="async"
        className="aspect-4/3 w-full bg-sunken object-cover"
      />
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        <div className="flex items-center gap-2.5">
          <CategoryIcon name={name} className="size-5 shrink-0 text-ink-muted" />
          <Heading className="min-w-0 font-semibold text-base tracking-normal">
            <Link
              to={categoryHref(name)}
              className="after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
            >
              {name}
            </Link>
          </Heading>
        </div>
        {description && <p className="mt-1.5 line-clamp-2 text-ink-muted text-sm">{description}</p>}
        <p className="tabular mt-auto pt-3 text-ink-muted text-sm">
          {modelCount === 1 ? '1 product' : `${modelCount} products`}
        </p>
      </div>
    </article>
  );
}
