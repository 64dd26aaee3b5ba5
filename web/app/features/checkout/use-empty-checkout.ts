import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { confirmationOf } from './confirmation-state.ts';
import { outbox } from './outbox/browser-outbox.ts';

const recentMs = 15 * 60 * 1000;

/** Redirects from an empty checkout to the cart, or to the order that was sent before a reload. */
export function useEmptyCheckout(empty: boolean, isRunning: () => boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!empty || isRunning()) return;
    const sent = outbox
      .all()
      .find(
        (order) =>
          order.state === 'waiting' ||
          (order.state === 'placed' && !order.paid && Date.now() - order.sentAt < recentMs),
      );
    if (sent) void navigate('/order-confirmation', { replace: true, state: confirmationOf(sent) });
    else void navigate('/cart', { replace: true });
  }, [empty, isRunning, navigate]);
}
