import { useEffect, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { outbox } from '../outbox/browser-outbox.ts';
import type { SentOrder } from '../outbox/sent-order.ts';
import { findPayment } from '../pay-order.ts';

const pollIntervalMs = 5000;

/**
 * Asks whether an order has been paid without this page knowing. Repeats while the payment is processing, and
 * returns the shop's message about it.
 */
export function usePaymentStatus(order: SentOrder | undefined): string | null {
  const open = order?.state === 'placed' && !order.paid ? order : undefined;
  const id = open?.orderId;
  const [pleaseWait, setPleaseWait] = useState<string | null>(null);
  useEffect(() => {
    if (!open || id === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCancelled = false;
    const ask = () =>
      findPayment(api, { id, total: open.total, accessToken: open.accessToken }).then(
        (result) => {
          if (isCancelled) return;
          if (result.order.paymentStatus === 'paid') outbox.markPaid(id);
          setPleaseWait(result.pleaseWait);
          if (result.pleaseWait !== null) timer = setTimeout(ask, pollIntervalMs);
        },
        // Unknown: "Pay now" remains, and the shop prevents a double charge.
        () => {},
      );
    void ask();
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [open, id]);
  return pleaseWait;
}
