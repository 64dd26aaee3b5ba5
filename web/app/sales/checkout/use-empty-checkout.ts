import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { confirmationOf } from './confirmation/confirmation-state.ts';
import { outbox } from './outbox/browser-outbox.ts';
import { isOfBasket } from './outbox/sent-order.ts';

const recentMs = 15 * 60 * 1000;

/** Redirects from an empty checkout to the cart or the product, or to the order that was sent before a reload. */
export function useEmptyCheckout(empty: boolean, isRunning: () => boolean, buyNow: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!empty || isRunning()) return;
    const sent = outbox
      .all()
      .find(
        (order) =>
          isOfBasket(order, buyNow) &&
          (order.state === 'waiting' ||
            (order.state === 'placed' && !order.paid && Date.now() - order.sentAt < recentMs)),
      );
    if (sent) void navigate('/order-confirmation', { replace: true, state: confirmationOf(sent) });
    else void navigate(buyNow === null ? '/cart' : `/product/${buyNow}`, { replace: true });
  }, [empty, isRunning, buyNow, navigate]);
}
