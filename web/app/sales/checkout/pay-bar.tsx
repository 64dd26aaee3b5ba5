import { type Cents, formatMoney } from '@reprise/contract/money';
import type { OpenOrder } from '@reprise/contract/sales/orders/order';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../../ui/button.tsx';
import { Lock } from '../../ui/icons/lucide.tsx';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { CartNotices } from '../cart/cart-notices.tsx';
import type { CartNotice } from '../cart/reconcile-cart.ts';
import { DeclineHelp } from './decline-help.tsx';
import { OpenOrders } from './open-orders.tsx';
import type { PlacedOrder } from './outbox/sent-order.ts';
import type { CheckoutStep } from './use-place-order.ts';

type PayBarProps = {
  total: Cents | null;
  step: CheckoutStep;
  /** Message of the Problem that rejected the order; `notices` are the resulting changes of the cart. */
  problemMessage: string | null;
  notices: CartNotice[];
  /** The shopper's unpaid orders that block another one. */
  openOrders: OpenOrder[];
  settleOpenOrder: (id: string) => void;
  /** Order whose payment was declined last. */
  declinedOrder: PlacedOrder | null;
  /** Null if products differ in it. */
  returnDays: number | null;
};

/** Bar with the pay button. On phones it is sticky at the bottom, so that the total is always visible. */
export function PayBar({
  total,
  step,
  problemMessage,
  notices,
  openOrders,
  settleOpenOrder,
  declinedOrder,
  returnDays,
}: PayBarProps) {
  const alert = useRef<HTMLDivElement>(null);
  // The message is out of view after a return from another page, and below the bar on phones.
  useEffect(() => {
    if (problemMessage) alert.current?.scrollIntoView({ block: 'center' });
  }, [problemMessage]);
  return (
    <>
      {/* No gap: the regions that are empty most of the time would leave theirs. */}
      <div>
        <div ref={alert} role="alert" className="[&:not(:empty)]:mb-3">
          {problemMessage && <ProblemBox message={problemMessage} />}
        </div>
        <div className="[&:not(:empty)]:mb-3">
          {declinedOrder && <DeclineHelp order={declinedOrder} />}
          <OpenOrders orders={openOrders} onSettled={settleOpenOrder} />
        </div>
        <CartNotices notices={notices} />
        <p role="status" className="min-h-5 text-ink-muted text-sm">
          {stepTexts[step] ??
            (returnDays === null
              ? 'The page of each product says how long you can return it.'
              : `You can return it within ${returnDays} days.`)}
        </p>
        <Terms verb={total === 0 ? 'ordering' : 'paying'} />
      </div>
      <div className="-mx-4 -mt-6 sticky bottom-0 z-10 border-line border-t bg-paper px-4 py-3 lg:static lg:mx-0 lg:border-0 lg:p-0">
        <Button type="submit" size="lg" wide disabled={total === null} loading={step !== 'idle'}>
          {payLabel(total)}
        </Button>
      </div>
    </>
  );
}

/** In a new tab, because the card would have to be typed again after a visit to the page. */
const newTab = { target: '_blank', className: 'text-link' };

function Terms({ verb }: { verb: string }) {
  return (
    <p className="mt-1 flex gap-2 text-ink-muted text-sm">
      <Lock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <span>
        {verb === 'paying' && 'Secure payment. '}By {verb} you accept our{' '}
        <Link to="/terms" {...newTab}>
          Terms
        </Link>{' '}
        and{' '}
        <Link to="/privacy" {...newTab}>
          Privacy policy
        </Link>
        .
      </span>
    </p>
  );
}

function payLabel(total: Cents | null): string {
  if (total === null) return 'Pay';
  return total === 0 ? 'Place order' : `Pay ${formatMoney(total)}`;
}

const stepTexts: Partial<Record<CheckoutStep, string>> = {
  asking: 'Checking whether your payment has arrived.',
  placing: 'Placing your order. This takes a moment.',
  paying: 'Your order is placed. Processing the payment.',
};
