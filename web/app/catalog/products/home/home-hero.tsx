import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Price } from '../../../ui/price.tsx';
import { withWholeMeasures } from '../../../ui/whole-measures.ts';
import { ProductImage } from '../product-image.tsx';
import type { Pick } from './choose-picks.ts';

/** Headline, link to the products and three devices in stock. */
export function HomeHero({ picks }: { picks: Pick[] }) {
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

function Picks({ picks }: { picks: Pick[] }) {
  return (
    <ul aria-label="Devices to start with" className="grid grid-cols-3 gap-x-3 sm:gap-x-5">
      {picks.map((pick, index) => (
        <li
          key={pick.product.id}
          className={classNames(index === 1 && 'lg:mt-10', index === 2 && 'lg:mt-20')}
        >
          <PickedDevice {...pick} />
        </li>
      ))}
    </ul>
  );
}

function PickedDevice({ product, reason }: Pick) {
  return (
    <article className="group relative flex h-full flex-col">
      <div className="overflow-hidden rounded-tile bg-sunken">
        <ProductImage src={product.image} alt="" eager className="card-image" />
      </div>
      <p className="mt-3 text-ink-muted text-xs">{reason}</p>
      <h2 className="mt-0.5 font-semibold text-sm tracking-normal">
        <Link
          to={`/product/${product.slug}`}
          title={product.name}
          className="line-clamp-3 leading-snug after:absolute after:inset-0 group-hover:underline group-hover:underline-offset-4"
        >
          {withWholeMeasures(product.family?.name ?? product.name)}
        </Link>
      </h2>
      <p className="mt-auto pt-1 lg:mt-0">
        <Price isSmall of={product} from={(product.family?.offers ?? 1) > 1} />
      </p>
    </article>
  );
}
