import { type Cents, formatMoney } from '@reprise/contract/money';
import { discountPercent } from '@reprise/contract/orders/pricing';
import { classNames } from './class-names.ts';

const sizes = { sm: 'text-sm', md: 'text-base', lg: 'text-lg' } as const;

type PriceProps = {
  amount: Cents;
  /** Former price; shown struck through, with the discount, if it is higher. */
  original?: Cents | null;
  /** True if other conditions of the model are cheaper. */
  from?: boolean;
  size?: keyof typeof sizes;
};

/** Price in a list or a line. */
export function Price({ amount, original, from = false, size = 'md' }: PriceProps) {
  return (
    <span className={classNames('tabular inline-flex flex-wrap items-baseline gap-x-1.5', sizes[size])}>
      <span className="font-semibold">
        {from && <span className="mr-1 font-normal text-ink-muted text-sm">from</span>}
        {formatMoney(amount)}
      </span>
      <Saving amount={amount} original={original} />
    </span>
  );
}

/** Price on a product page, with large dollars and small cents. */
export function LargePrice({ amount, original }: Pick<PriceProps, 'amount' | 'original'>) {
  const [dollars = '', rest = ''] = formatMoney(amount).split('.');
  return (
    <span className="tabular inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="sr-only">{formatMoney(amount)}</span>
      <span className="flex items-start font-semibold text-2xl tracking-tight" aria-hidden="true">
        {dollars}
        <span className="mt-[0.2em] ml-0.5 text-[0.5em] leading-none tracking-normal">{rest}</span>
      </span>
      <Saving amount={amount} original={original} />
    </span>
  );
}

function Saving({ amount, original }: { amount: Cents; original: Cents | null | undefined }) {
  if (!original || original <= amount) return null;
  return (
    // Wraps as a unit below the price.
    <span className="inline-flex items-baseline gap-x-1.5 whitespace-nowrap">
      <s className="condensed text-ink-faint text-sm">
        <span className="sr-only">before </span>
        {formatMoney(original)}
      </s>
      <span className="condensed font-medium text-accent-text text-sm">
        <span className="sr-only">you save </span>
        <span aria-hidden="true">−</span>
        {discountPercent(amount, original)}%
      </span>
    </span>
  );
}
