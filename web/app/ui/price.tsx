import {
  type ComparedPrices,
  discountPercent,
  newPriceText,
} from '@reprise/contract/catalog/products/compared-prices';
import { type Cents, formatMoney, splitMoney } from '@reprise/contract/money';
import type { ReactNode } from 'react';

type PriceProps = {
  of: ComparedPrices;
  /** True if other conditions of the model are cheaper. */
  from?: boolean;
  isSmall?: boolean;
};

/** Price in a list or a line. */
export function Price({ of: prices, from, isSmall }: PriceProps) {
  return (
    <span className={isSmall ? 'price text-sm' : 'price'}>
      <span className="font-semibold">
        {from && <span className="mr-1 font-normal text-ink-muted text-sm">from</span>}
        {formatMoney(prices.price)}
      </span>
      <Comparison prices={prices} />
    </span>
  );
}

/** Price on a product page, with small decimals. */
export function LargePrice({ of: prices }: Pick<PriceProps, 'of'>) {
  const [whole, decimals] = splitMoney(prices.price);
  return (
    <span className="tabular inline-flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span className="sr-only">{formatMoney(prices.price)}</span>
      <span className="flex items-start font-semibold text-2xl tracking-tight" aria-hidden="true">
        {whole}
        <span className="mt-[0.2em] ml-0.5 text-[0.5em] leading-none tracking-normal">
          {decimals.replace(/^[.,]/, '')}
        </span>
      </span>
      <Comparison prices={prices} />
    </span>
  );
}

/** Strikes only what this shop sold it for before; the price of a new one stands beside the price. */
function Comparison({ prices }: { prices: ComparedPrices }) {
  const { price, originalPrice, formerPrice } = prices;
  const isSale = formerPrice && formerPrice > price;
  return (
    <>
      {isSale && (
        <Compared price={price} other={formerPrice} words="you save ">
          <s>
            <span className="sr-only">before </span>
            {formatMoney(formerPrice)}
          </s>
        </Compared>
      )}
      {originalPrice && originalPrice > price && (
        <Compared price={price} other={isSale ? null : originalPrice} words="save against new ">
          {newPriceText(prices)}
        </Compared>
      )}
    </>
  );
}

type ComparedProps = { price: Cents; other: Cents | null; words: string; children: ReactNode };

/** Another price, with the percentage saved on it unless that is null. */
function Compared({ price, other, words, children }: ComparedProps) {
  return (
    <span className="saving">
      {children}
      {other && (
        <span className="text-accent-text">
          <span className="sr-only">{words}</span>
          <span aria-hidden="true">−</span>
          {`${discountPercent(price, other)}%`}
        </span>
      )}
    </span>
  );
}
