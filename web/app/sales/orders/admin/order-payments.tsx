import { cents, formatMoney } from '@reprise/contract/money';
import type { Order, OrderPayment, Refund, RefundStatus } from '@reprise/contract/sales/orders/order';
import {
  methodNames,
  redirectMethods,
  refundDestination,
} from '@reprise/contract/sales/payments/payment-methods';
import { useState } from 'react';
import { formatDateTime } from '../../../formats.ts';
import { useStoreSettings } from '../../../foundations/settings/store-settings.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { OrderSection } from './order-section.tsx';
import { PaymentDispute } from './payment-dispute.tsx';
import { RefundDecision } from './refund-decision.tsx';
import { RefundDialog } from './refund-form.tsx';

const paymentLabels: Record<OrderPayment['status'], { label: string; tone: Tone }> = {
  created: { label: 'Started', tone: 'warn' },
  succeeded: { label: 'Paid', tone: 'good' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  refunded: { label: 'Refunded', tone: 'neutral' },
  'needs-review': { label: 'Needs review', tone: 'bad' },
};

const refundLabels: Record<RefundStatus, { label: string; tone: Tone }> = {
  'awaiting-approval': { label: 'To be approved', tone: 'warn' },
  requested: { label: 'Requested', tone: 'warn' },
  pending: { label: 'On its way', tone: 'warn' },
  succeeded: { label: 'Refunded', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  declined: { label: 'Declined', tone: 'neutral' },
};

/** Payments and refunds of an order, with a form for a refund. */
export function OrderPayments({ order }: { order: Order }) {
  const [refunding, setRefunding] = useState(false);
  const closed = useStoreSettings()?.paymentProcessor === 'none';
  const payments = order.payments ?? [];
  const refundable = cents(payments.reduce((sum, payment) => sum + payment.refundable, 0));
  return (
    <OrderSection
      title="Payments"
      action={
        refundable > 0 && (
          <Button size="sm" variant="outline" onClick={() => setRefunding(true)}>
            Refund…
          </Button>
        )
      }
    >
      {payments.length === 0 ? (
        <p className="text-ink-muted text-sm">
          No payments yet.{' '}
          {closed
            ? 'The store cannot take payments yet.'
            : 'Send the payment link, or mark the order as paid.'}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {payments.map((payment) => (
            <Payment key={payment.id} orderId={order.id} payment={payment} />
          ))}
        </ul>
      )}
      {refunding && <RefundDialog order={order} onClose={() => setRefunding(false)} />}
    </OrderSection>
  );
}

function Payment({ orderId, payment }: { orderId: string; payment: OrderPayment }) {
  const { label, tone } = paymentLabels[payment.status];
  return (
    <li className="py-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-3">
        <StatusDot tone={tone}>{label}</StatusDot>
        <span className="text-ink-muted">
          <time dateTime={payment.createdAt}>{formatDateTime(payment.createdAt)}</time>, {sourceOf(payment)}
        </span>
        <span className="tabular ml-auto font-medium">{formatMoney(payment.amount)}</span>
      </p>
      <p className="break-all text-ink-faint text-xs">
        {hasReference(payment) ? payment.reference : payment.intentId}
      </p>
      {payment.processor === 'manual' && payment.note && (
        <p className="wrap-anywhere text-ink-muted">{payment.note}</p>
      )}
      {payment.disputes.map((dispute) => (
        <PaymentDispute key={dispute.id} dispute={dispute} />
      ))}
      {payment.refunding > 0 && (
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 border-line border-l-2 pl-3">
          <StatusDot tone={refundLabels.requested.tone}>{refundLabels.requested.label}</StatusDot>
          <span className="text-ink-muted">The order was cancelled</span>
          <span className="tabular ml-auto">−{formatMoney(payment.refunding)}</span>
        </p>
      )}
      {payment.refunds.map((refund) => (
        <div key={refund.id} className="mt-1.5 border-line border-l-2 pl-3">
          <p className="flex flex-wrap items-center gap-x-3">
            <StatusDot tone={refundLabels[refund.status].tone}>{refundLabels[refund.status].label}</StatusDot>
            <time dateTime={refund.createdAt} className="text-ink-muted">
              {formatDateTime(refund.createdAt)}
            </time>
            <span className="tabular ml-auto">−{formatMoney(refund.amount)}</span>
          </p>
          {refund.items && <p className="wrap-anywhere">{refundedText(refund)}</p>}
          {refund.byHand && (
            <p className="wrap-anywhere">
              Returned by hand {refundDestination[refund.byHand.method]}: {refund.byHand.reference}
            </p>
          )}
          {refund.reason && <p className="text-ink-muted">{refund.reason}</p>}
          {refund.failure && <p className="text-bad-text">{refund.failure}</p>}
          {refund.declineReason && <p className="text-ink-muted">{refund.declineReason}</p>}
          {refund.status === 'awaiting-approval' && <RefundDecision orderId={orderId} refund={refund} />}
        </div>
      ))}
    </li>
  );
}

function refundedText({ items = [], restocked = false }: Refund): string {
  return items
    .map(({ name, quantity, units = [], unlisted }) => {
      const back = units.length > 0 ? `${units.join(' and ')} came back` : '';
      const inStock = quantity - unlisted;
      const stocked = inStock === quantity ? 'returned to stock' : `${inStock} returned to stock`;
      return [`${quantity} × ${name}`, back, restocked && inStock > 0 && stocked].filter(Boolean).join(', ');
    })
    .join('; ');
}

const manualLabels: Record<string, string> = { cash: 'cash', transfer: 'bank transfer' };

const hasReference = ({ processor }: OrderPayment) => processor === 'manual' || processor === 'channel';

function sourceOf({ processor, page, method, livemode, note }: OrderPayment): string {
  if (processor === 'channel') return note;
  if (processor === 'manual') return `${manualLabels[method]}, recorded by staff`;
  if (processor === 'adapter') return `${page ?? 'paid online'}${livemode ? '' : ' (test)'}`;
  const name = processor === 'stripe' ? `Stripe${livemode ? '' : ' (test)'}` : 'test processor';
  const redirect = redirectMethods.find((candidate) => candidate === method);
  return redirect ? `${methodNames[redirect]} through ${name}` : name;
}
