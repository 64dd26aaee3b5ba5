import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { formatMoney, timesCents } from '@reprise/contract/money';
import type { Quote } from '@reprise/contract/sales/orders/pricing';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { type Exemption, exemptWords } from '@reprise/contract/sales/orders/tax/exemption';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ChevronDown } from '../../ui/icons/lucide.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { withWholeMeasures } from '../../ui/whole-measures.ts';
import { type CartLine, countItems, useCart } from '../cart/cart-store.ts';
import { ChosenDevices } from '../cart/chosen-devices.tsx';
import { PriceNote } from '../cart/price-note.tsx';
import { ProductThumb } from '../cart/product-thumb.tsx';
import { TotalsList } from '../cart/totals-list.tsx';

type OrderSummaryProps = {
  lines: CartLine[];
  totals: Quote & { taxIncluded: boolean };
  ready: boolean;
  isBuyNow: boolean;
  country: string;
  /** True if the order is collected at the counter. */
  isCollected: boolean;
  exemption: Exemption;
  /** Between the items and the totals. */
  children: ReactNode;
};

/** Shows items and totals: collapsed above the form on phones, beside it elsewhere. */
export function OrderSummary(props: OrderSummaryProps) {
  return (
    <>
      <details className="group rounded-tile border border-line bg-raised lg:hidden">
        <summary className="flex min-h-12 items-center justify-between gap-3 px-4 font-medium text-sm">
          <span className="flex items-center gap-2">
            Order summary
            <ChevronDown className="size-4 transition-transform group-open:rotate-180" aria-hidden="true" />
          </span>
          <span className="tabular font-semibold text-base">
            {props.ready ? formatMoney(props.totals.total) : ''}
          </span>
        </summary>
        <div className="border-line border-t p-4">
          {!props.isBuyNow && (
            <p className="mb-4 text-sm">
              <EditCart />
            </p>
          )}
          <Content {...props} />
        </div>
      </details>
      <section
        aria-label="Order summary"
        className="hidden rounded-tile border border-line bg-raised p-5 lg:sticky lg:top-24 lg:col-start-2 lg:block"
      >
        <h2 className="mb-4 flex items-baseline justify-between font-semibold text-base">
          Order summary
          {!props.isBuyNow && (
            <span className="font-normal text-sm">
              <EditCart />
            </span>
          )}
        </h2>
        <Content {...props} />
      </section>
    </>
  );
}

function EditCart() {
  return (
    <Link to="/cart" className="text-link">
      Edit cart
    </Link>
  );
}

function itemCount(lines: CartLine[]): string {
  const count = countItems(lines);
  return count === 1 ? '1 item' : `${count} items`;
}

function Content(props: OrderSummaryProps) {
  const { lines, totals, ready, isBuyNow, country, isCollected, exemption, children } = props;
  const isExempt = exemption === 'exempt';
  const isCartEmpty = useCart((state) => state.lines.length === 0);
  if (!ready) return <Skeleton className="h-64" />;
  return (
    <>
      <p className="sr-only">{itemCount(lines)}</p>
      <div className="mb-4 max-h-80 overflow-y-auto">
        <SummaryLines lines={lines} />
      </div>
      {/* Above the total, which has the shipping that the words may leave out. */}
      {isExempt && <p className="mb-4 text-sm">{exemptWords}</p>}
      {!isCollected && !isExempt && <PriceNote isCharged country={country} className="mb-4" />}
      <div className="mb-4">{children}</div>
      <TotalsList totals={totals} {...(isCollected && { shippingLabel: pickupLabel })} />
      {isBuyNow && !isCartEmpty && (
        <p className="mt-4 text-ink-muted text-sm">
          You are buying this item only. Your{' '}
          <Link to="/cart" className="text-link">
            cart
          </Link>{' '}
          stays as it is.
        </p>
      )}
    </>
  );
}

/** Lists what is bought. */
export function SummaryLines({ lines }: { lines: CartLine[] }) {
  return (
    <ul className="grid gap-3">
      {lines.map(({ product, quantity, units }) => (
        <li key={product.id} className="flex items-center gap-3 text-sm">
          <ProductThumb image={product.image} size="sm" />
          <span className="min-w-0 flex-1">
            <span className="block font-medium leading-snug">{withWholeMeasures(product.name)}</span>
            <span className="block text-ink-muted">{conditionLabels[product.condition]}</span>
            <ChosenDevices numbers={units} />
            <span className="tabular text-ink-muted">Quantity {quantity}</span>
          </span>
          <span className="tabular">{formatMoney(timesCents(product.price, quantity))}</span>
        </li>
      ))}
    </ul>
  );
}
