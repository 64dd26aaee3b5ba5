import { type Cents, formatMoney } from '@reprise/contract/money';
import { discountPercent } from '@reprise/contract/orders/pricing';
import { classNames } from './class-names.ts';

const sizes = { sm: 'text-sm', md: 'text-base', lg: 'text-lg' } as const;

type PriceProps = {
  price: Cents;
  /** Former price; shown struck through, with the discount, if it is higher. */
  original?: Cents | null;
  /** True if other conditions of the model are cheaper. */
  from?: boolean;
  size?: keyof typeof sizes;
};

/** Price in a list or a line. */
export function Price({ price, original, from = false, size = 'md' }: PriceProps) {
  return (
    <span className={classNames('price', sizes[size])}>
      <span className="font-semibold">
        {from && <span className="mr-1 font-normal text-ink-muted text-sm">from</span>}
        {formatMoney(price)}
      </span>
      <Saving price={price} original={original} />
    </span>
  );
}

/** Price on a product page, with large dollars and small cents. */
export function LargePrice({ price, original }: Pick<PriceProps, 'price' | 'original'>) {
  const [dollars = '', rest = ''] = formatMoney(price).split('.');
  return (
    <span className="tabular inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="sr-only">{formatMoney(price)}</span>
      <span className="flex items-start font-semibold text-2xl tracking-tight" aria-hidden="true">
        {dollars}
        <span className="mt-[0.2em] ml-0.5 text-[0.5em] leading-none tracking-normal">{rest}</span>
      </span>
      <Saving price={price} original={original} />
    </span>
  );
}

function Saving({ price, original }: { price: Cents; original: Cents | null | undefined }) {
  if (!original || original <= price) return null;
  return (
    <span className="saving">
      <s className="condensed text-ink-faint">
        <span className="sr-only">before </span>
        {formatMoney(original)}
      </s>
      <span className="condensed font-medium text-accent-text">
        <span className="sr-only">you save </span>
        <span aria-hidden="true">−</span>
        {`${discountPercent(price, original)}%`}
      </span>
    </span>
  );
}
