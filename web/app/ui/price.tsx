import {
  type ComparedPrices,
  newPriceText,
  newSaving,
  saleSaving,
} from '@reprise/contract/catalog/compared-prices';
import { formatMoney } from '@reprise/contract/money';
import { classNames } from './class-names.ts';

const sizes = { sm: 'text-sm', md: 'text-base', lg: 'text-lg' } as const;

type PriceProps = {
  of: ComparedPrices;
  /** True if other conditions of the model are cheaper. */
  from?: boolean;
  size?: keyof typeof sizes;
};

/** Price in a list or a line. */
export function Price({ of: prices, from = false, size = 'md' }: PriceProps) {
  return (
    <span className={classNames('price', sizes[size])}>
      <span className="font-semibold">
        {from && <span className="mr-1 font-normal text-ink-muted text-sm">from</span>}
        {formatMoney(prices.price)}
      </span>
      <Comparison prices={prices} />
    </span>
  );
}

/** Price on a product page, with large dollars and small cents. */
export function LargePrice({ of: prices }: Pick<PriceProps, 'of'>) {
  const [dollars = '', rest = ''] = formatMoney(prices.price).split('.');
  return (
    <span className="tabular inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="sr-only">{formatMoney(prices.price)}</span>
      <span className="flex items-start font-semibold text-2xl tracking-tight" aria-hidden="true">
        {dollars}
        <span className="mt-[0.2em] ml-0.5 text-[0.5em] leading-none tracking-normal">{rest}</span>
      </span>
      <Comparison prices={prices} />
    </span>
  );
}

/** Strikes only what this shop sold it for before; the price of a new one stands beside the price. */
function Comparison({ prices }: { prices: ComparedPrices }) {
  const sale = saleSaving(prices);
  const fromNew = newSaving(prices);
  return (
    <>
      {sale && (
        <span className="saving">
          <s className="condensed text-ink-faint">
            <span className="sr-only">before </span>
            {formatMoney(sale.former)}
          </s>
          <Percent words="you save " percent={sale.percent} />
        </span>
      )}
      {fromNew && (
        <span className="saving">
          <span className="condensed text-ink-muted">{newPriceText(prices)}</span>
          {!sale && <Percent words="save against new " percent={fromNew.percent} />}
        </span>
      )}
    </>
  );
}

function Percent({ words, percent }: { words: string; percent: number }) {
  return (
    <span className="condensed font-medium text-accent-text">
      <span className="sr-only">{words}</span>
      <span aria-hidden="true">−</span>
      {`${percent}%`}
    </span>
  );
}
