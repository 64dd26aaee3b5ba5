import { type Cents, formatMoney } from '@reprise/contract/money';
import type { OpenOrder } from '@reprise/contract/orders/order';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
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
  returnDays: number;
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
  // The message is out of view after a return from PayPal, and below the bar on phones.
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
          {stepTexts[step] ?? `You can return it within ${returnDays} days.`}
        </p>
      </div>
      <div className="-mx-4 -mt-6 sticky bottom-0 z-10 border-line border-t bg-paper px-4 py-3 lg:static lg:mx-0 lg:border-0 lg:p-0">
        <Button type="submit" size="lg" wide disabled={total === null} loading={step !== 'idle'}>
          {payLabel(total)}
        </Button>
      </div>
    </>
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
