import { useEffect, useState } from 'react';
import { api } from '../../api/browser-api.ts';
import { outbox } from './browser-outbox.ts';
import type { SentOrder } from './outbox.ts';
import { findOutPayment } from './pay-order.ts';

const askAgainMs = 5000;

/**
 * Asks whether an order counts as paid by now: its payment may have ended without this page hearing of it. While it is
 * on its way, asks again and gives the shop's sentence about it.
 */
export function useFindOutPayment(order: SentOrder | undefined): string | null {
  const open = order?.state === 'placed' && !order.paid ? order : undefined;
  const id = open?.orderId;
  const [pleaseWait, setPleaseWait] = useState<string | null>(null);
  useEffect(() => {
    if (!open || id === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const ask = () =>
      findOutPayment(api, { id, total: open.total, accessToken: open.accessToken }).then(
        (found) => {
          if (over) return;
          if (found.order.paymentStatus === 'paid') outbox.markPaid(id);
          setPleaseWait(found.pleaseWait);
          if (found.pleaseWait !== null) timer = setTimeout(ask, askAgainMs);
        },
        // Not known: "Pay now" stays, and paying twice is not possible.
        () => {},
      );
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [open, id]);
  return pleaseWait;
}
