import { conditionText } from '@reprise/contract/catalog/products/condition-text';
import type { CardProduct } from '@reprise/contract/catalog/products/product';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Price } from '../../../ui/price.tsx';
import { withWholeMeasures } from '../../../ui/whole-measures.ts';
import { ProductImage } from '../product-image.tsx';

/** Headline, link to the products and three devices in stock. */
export function HomeHero({ picks }: { picks: CardProduct[] }) {
  return (
    <section className="page-width grid items-center gap-x-14 gap-y-10 pt-10 pb-16 sm:pt-14 lg:grid-cols-[minmax(0,0.76fr)_minmax(0,1fr)] lg:pb-20">
      <div>
        <h1 className="max-w-[13ch] text-display tracking-[-0.03em]">Good devices, ready for a second run</h1>
        <p className="mt-6 max-w-[44ch] text-ink-muted text-lg">
          Phones, laptops, watches and consoles, inspected one by one, graded plainly and priced below new.
        </p>
        <p className="mt-8 flex flex-wrap gap-3 max-sm:*:grow max-sm:*:px-3">
          <Link to="/products" className={buttonClass({ size: 'lg' })}>
            Shop all products
          </Link>
          <Link to="/deals" className={buttonClass({ size: 'lg', variant: 'outline' })}>
            See the deals
          </Link>
        </p>
      </div>
      {picks.length > 0 && <Picks picks={picks} />}
    </section>
  );
}

function Picks({ picks }: { picks: CardProduct[] }) {
  return (
    <ul aria-label="Devices to start with" className="grid grid-cols-3 gap-x-3 sm:gap-x-5">
      {picks.map((product, index) => (
        <li key={product.id} className={classNames(index === 1 && 'lg:mt-10', index === 2 && 'lg:mt-20')}>
          <PickedDevice product={product} />
        </li>
      ))}
    </ul>
  );
}

/** Names the condition that the price is for, or how many there are. */
function conditionOf({ condition, origin, family }: CardProduct): string {
  const count = family?.conditions.length ?? 1;
  return count > 1 ? `${count} conditions` : conditionText(condition, origin);
}

function PickedDevice({ product }: { product: CardProduct }) {
  return (
    <article className="group relative flex h-full flex-col">
      <div className="overflow-hidden rounded-tile bg-sunken">
        <ProductImage src={product.image} alt="" eager className="card-image" />
      </div>
      <h2 className="mt-3 font-semibold text-sm tracking-normal">
        <Link
          to={`/product/${product.slug}`}
          title={product.name}
          className="line-clamp-3 leading-snug after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
        >
          {withWholeMeasures(product.family?.name ?? product.name)}
        </Link>
      </h2>
      <p className="mt-0.5 text-ink-muted text-xs">{conditionOf(product)}</p>
      <p className="mt-auto pt-1 lg:mt-0">
        <Price isSmall of={product} from={(product.family?.offers ?? 1) > 1} />
      </p>
    </article>
  );
}
