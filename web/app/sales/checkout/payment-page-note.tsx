import { Problem } from '@reprise/contract/problem';
import { type Ref, useImperativeHandle } from 'react';
import { ExternalLink } from '../../ui/icons/lucide.tsx';
import type { CardEntry } from './charge.ts';
import { storePlaceOf } from './payment-return.ts';
import { useIsLeaving } from './use-is-leaving.ts';

type PaymentPageNoteProps = {
  /** Name of the processor. */
  name: string;
  /** True if real money moves. */
  livemode: boolean;
  ref: Ref<CardEntry>;
};

/** Takes the place of a payment form when customers pay on the page of another processor. */
export function PaymentPageNote({ name, livemode, ref }: PaymentPageNoteProps) {
  const leaving = useIsLeaving();
  useImperativeHandle(ref, () => ({
    check: async () => true,
    charge: {
      page: name,
      take: async ({ orderId, paymentPage }) => {
        if (paymentPage === null) {
          throw new Problem(
            'PAYMENT_UNAVAILABLE',
            'The way to pay has changed. Please load this page again.',
          );
        }
        storePlaceOf(orderId);
        leaving.current = true;
        window.location.assign(paymentPage);
        // The page is left: whatever followed would race with the return.
        await new Promise(() => {});
      },
    },
  }));
  return (
    <div className="grid gap-4">
      {!livemode && (
        <p className="rounded-control bg-primary-tint px-4 py-3 text-sm">
          <strong className="font-semibold">Test mode.</strong> No real money moves.
        </p>
      )}
      <p className="flex gap-3 rounded-control border border-line-strong bg-raised px-4 py-3">
        <ExternalLink className="mt-0.5 size-5 shrink-0 text-ink-muted" aria-hidden="true" />
        <span>
          You pay on the page of {name}, where you choose how, and come back here. Your order is placed first,
          and its items stay reserved while you pay.
        </span>
      </p>
      <p className="text-ink-muted text-sm">
        {name} processes the payment. Your payment details never reach this shop.
      </p>
    </div>
  );
}
