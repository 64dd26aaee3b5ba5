import type { PickupCounter } from '@reprise/contract/foundations/pickup-counter';
import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { quoteAt } from '@reprise/contract/sales/orders/tax';
import { CounterHours } from '../../foundations/settings/counter-hours.tsx';
import { type CartLine, pricedLines } from './cart-store.ts';
import { CheckoutLink } from './checkout-link.tsx';
import { TotalsList } from './totals-list.tsx';

type CollectedTotalsProps = { lines: CartLine[]; settings: PublicSettings; counter: PickupCounter };

/** Totals of a cart that is collected at the counter. */
export default function CollectedTotals({ lines, settings, counter }: CollectedTotalsProps) {
  return (
    <>
      <p className="text-ink-muted text-sm">
        {counter.address}, {counter.city}
        <CounterHours counter={counter} />
      </p>
      <TotalsList
        totals={quoteAt(counter, pricedLines(lines), settings, 'pickup')}
        shippingLabel={pickupLabel}
        taxLabel={settings.taxByAddress ? 'Estimated tax' : 'Tax'}
      />
      <CheckoutLink />
    </>
  );
}
