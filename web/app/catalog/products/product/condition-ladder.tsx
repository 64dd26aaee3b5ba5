import { newSaving, saleSaving } from '@reprise/contract/catalog/products/compared-prices';
import { conditionText } from '@reprise/contract/catalog/products/condition-text';
import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { formatMoney } from '@reprise/contract/money';
import { Link } from 'react-router';
import { classNames } from '../../../ui/class-names.ts';
import { ProductImage } from '../product-image.tsx';
import type { ConditionElsewhere } from './family/family-choices.ts';
import type { LadderOffer } from './ladder-offers.ts';

type ConditionLadderProps = {
  product: Product;
  ladder: LadderOffer[];
  /** Conditions of other configurations. */
  elsewhere: ConditionElsewhere[];
};

/** Lists the model's conditions with price, promises and look. A single condition is only explained. */
export default function ConditionLadder({ product, ladder, elsewhere }: ConditionLadderProps) {
  const [only] = ladder;
  if (only && ladder.length === 1 && elsewhere.length === 0) {
    return (
      <p className="rounded-tile border border-line p-4 text-sm">
        <span className="font-semibold">{conditionLabels[product.condition]}</span>
        <Origin offer={product} />
        <span className="mt-1 block text-ink-muted">
          {only.look} <GradingLink />
        </span>
      </p>
    );
  }
  return (
    <section aria-label="Condition">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <span className="font-medium">Choose a condition</span>
        <GradingLink />
      </p>
      <ul className="mt-2 grid gap-2">
        {ladder.map((offer) => (
          <li key={offer.id}>
            <ConditionLink offer={offer} current={offer.id === product.id} />
          </li>
        ))}
        {elsewhere.map((offer) => (
          <li key={offer.condition}>
            <ElsewhereLink offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const GradingLink = () => (
  <Link to="/grading" className="text-link">
    How we grade
  </Link>
);

/** Condition that this configuration is not sold in, with the nearest configuration that is. */
function ElsewhereLink({ offer }: { offer: ConditionElsewhere }) {
  return (
    <Link
      to={`/product/${offer.slug}`}
      preventScrollReset
      replace
      className="flex justify-between gap-x-4 rounded-tile border border-line-strong border-dashed px-4 py-3 text-sm transition-colors hover:border-ink-muted"
    >
      <span className="min-w-0">
        <span className="font-semibold">{conditionLabels[offer.condition]}</span>
        <span className="text-ink-muted"> in {offer.configuration}</span>
      </span>
      <span className="tabular shrink-0">{formatMoney(offer.price)}</span>
    </Link>
  );
}

/** Shows the origin unless the condition implies it. */
function Origin({ offer: { condition, origin } }: { offer: Pick<LadderOffer, 'condition' | 'origin'> }) {
  const rest = conditionText(condition, origin).slice(conditionLabels[condition].length);
  return <span className="text-ink-muted">{rest}</span>;
}

/** Saving of a condition: in a sale on its price before, else against new. */
function OfferSaving({ offer }: { offer: LadderOffer }) {
  const sale = saleSaving(offer);
  const saving = sale ?? newSaving(offer);
  if (!saving) return null;
  return (
    <span className="condensed [word-spacing:0.12em]">
      <span className="font-medium text-accent-text">Save {saving.percent}%</span>
      <span className="text-ink-muted">
        {sale ? ` on ${formatMoney(sale.former)} before` : ' against new'}
      </span>
    </span>
  );
}

function ConditionLink({ offer, current }: { offer: LadderOffer; current: boolean }) {
  return (
    <Link
      to={`/product/${offer.slug}`}
      preventScrollReset
      replace
      // The gallery opens at the picture of the condition that was chosen.
      state={{ image: offer.image }}
      aria-current={current ? 'true' : undefined}
      className={classNames(
        'flex gap-3 rounded-tile border p-3 text-sm transition-colors sm:px-4',
        current
          ? 'border-primary-fill bg-primary-tint/50 ring-1 ring-primary-fill'
          : 'border-line hover:border-ink-muted',
      )}
    >
      {offer.image && (
        <span className="w-16 shrink-0 self-start overflow-hidden rounded-control bg-sunken">
          <ProductImage src={offer.image} alt="" sizes="4rem" className="aspect-square!" />
        </span>
      )}
      <span className="grid min-w-0 flex-1 grid-cols-[1fr_auto] gap-x-4">
        <span className="min-w-0">
          <span className="font-semibold">{conditionLabels[offer.condition]}</span>
          <Origin offer={offer} />
        </span>
        <span className="tabular text-right font-semibold">{formatMoney(offer.price)}</span>
        <span className="first-letter:uppercase max-lg:col-span-2">{offer.promises.join(' · ')}</span>
        <span className="max-lg:col-span-2 lg:text-right">
          {offer.inStock ? <OfferSaving offer={offer} /> : 'Out of stock'}
        </span>
        <span className="col-span-2 text-ink-muted">{offer.look}</span>
      </span>
    </Link>
  );
}
