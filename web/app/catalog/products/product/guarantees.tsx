import { boxContents } from '@reprise/contract/catalog/products/box-contents';
import type { Product } from '@reprise/contract/catalog/products/product';
import { formatMoney } from '@reprise/contract/money';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReturnLine } from '../../../foundations/page-texts/return-words.ts';
import { warrantyText } from '../../../sales/cart/cart-product.ts';
import { BatteryFull, Package, RotateCcw, ShieldCheck, Truck } from '../../../ui/icons/lucide.tsx';
import type { useDelivery } from './use-delivery.ts';

type GuaranteesProps = { product: Product; delivery: ReturnType<typeof useDelivery>; returns: ReturnLine };

/** Promises of the store for a product: battery, contents of the box, warranty, returns and free shipping. */
export default function Guarantees({ product, delivery, returns }: GuaranteesProps) {
  const { warranty, batteryHealth } = product;
  const contents = product.specifications[boxContents];
  return (
    <ul className="grid gap-2.5 border-line border-t pt-5 text-ink-muted text-sm">
      {batteryHealth !== null && (
        <GuaranteeLine Icon={BatteryFull}>
          {batteryHealth === 100 ? 'New battery' : `Battery health ${batteryHealth}% or better`}
        </GuaranteeLine>
      )}
      {contents && (
        <GuaranteeLine Icon={Package}>
          {boxContents}: {contents}
        </GuaranteeLine>
      )}
      <GuaranteeLine Icon={ShieldCheck}>
        <Link to="/warranty" className={quietLink}>
          {isWhole(warranty) ? warranty.description : warrantyText(warranty)}
        </Link>
        {!isWhole(warranty) && warranty.description && `: ${warranty.description}`}
      </GuaranteeLine>
      <GuaranteeLine Icon={RotateCcw}>
        <Link to="/returns" className={quietLink}>
          {returns.promise}
        </Link>
        {returns.detail}
      </GuaranteeLine>
      {delivery && (
        <GuaranteeLine Icon={Truck}>
          <Link to="/shipping" className={quietLink}>
            Free standard shipping
          </Link>{' '}
          on orders over {formatMoney(delivery.rates.freeShippingThreshold).replace(/\.00$/, '')}
          {delivery.note}
        </GuaranteeLine>
      )}
    </ul>
  );
}

/** True if the description alone says what is promised, so that the term need not stand twice. */
const isWhole = ({ description }: Product['warranty']) =>
  /\d/.test(description) && /\bwarranty\b/i.test(description);

const quietLink = 'text-ink underline decoration-line-strong underline-offset-4 hover:decoration-ink';

function GuaranteeLine({ Icon, children }: { Icon: typeof Truck; children: ReactNode }) {
  return (
    <li className="flex gap-2.5">
      <Icon className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}
