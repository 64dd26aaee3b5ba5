import { useEffect } from 'react';
import { api } from '../../api/browser-api.ts';
import { outbox } from './browser-outbox.ts';
import type { SentOrder } from './outbox.ts';
import { findOutPayment } from './pay-order.ts';

/** Asks whether an order counts as paid by now: its payment may have ended without this page hearing of it. */
export function useFindOutPayment(order: SentOrder | undefined): void {
  const open = order?.state === 'placed' && !order.paid ? order : undefined;
  const id = open?.orderId;
  useEffect(() => {
    if (!open || id === undefined) return;
    findOutPayment(api, { id, total: open.total, accessToken: open.accessToken }).then(
      (found) => found.paymentStatus === 'paid' && outbox.markPaid(id),
      // Not known: "Pay now" stays, and paying twice is not possible.
      () => {},
    );
  }, [open, id]);
}
