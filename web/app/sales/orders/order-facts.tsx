import { formatMoney } from '@reprise/contract/money';
import { deliveryText } from '@reprise/contract/sales/orders/delivery';
import type { Order } from '@reprise/contract/sales/orders/order';
import { pickupLabel } from '@reprise/contract/sales/orders/shipping/pickup';
import { paidWords } from '@reprise/contract/sales/payments/payment-methods';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../formats.ts';
import { AddressLines } from '../../forms/address/address-lines.tsx';
import { CounterHours } from '../../foundations/settings/counter-hours.tsx';
import { Fact } from '../../ui/fact.tsx';
import { BilledTo } from './billed-to.tsx';
import { restDueOf } from './payment-due.ts';
import { TrackingNumber } from './tracking-number.tsx';

const refundedWords: Record<Order['paymentMethod'], string> = {
  card: 'Refunded to the card',
  paypal: 'Refunded to PayPal',
  klarna: 'Refunded through Klarna',
  online: 'Refunded to the payment method',
  cash: 'Refunded in cash',
  transfer: 'Refunded by bank transfer',
  channel: 'Refunded by the marketplace',
};

function paymentText({ status, paymentStatus, paymentMethod, replaces }: Order): string {
  if (replaces) return 'Free of charge';
  const paid = paidWords[paymentMethod];
  switch (paymentStatus) {
    case 'paid':
      return paid;
    case 'partly-refunded':
      return `${paid}, partly refunded`;
    case 'refund-to-approve':
      return `${paid}. We are checking your refund`;
    case 'refunded':
      return refundedWords[paymentMethod];
    default:
      return status === 'cancelled' ? 'Not charged' : 'Not paid yet';
  }
}

const exemptionTexts: Record<NonNullable<Order['exemption']>['status'], string> = {
  pending: 'No tax. We check your VAT number before your order leaves.',
  checked: 'No tax. Your VAT number was checked.',
  invalid: 'Your VAT number could not be confirmed. We will contact you.',
};

type OrderFactsProps = { order: Order; children: ReactNode };

/** Dates, payment, parcel and address of an order; `children` follow the payment. */
export function OrderFacts({ order, children }: OrderFactsProps) {
  const { shippingAddress: to } = order;
  const isCollected = order.shippingMethod === 'pickup';
  const open = order.status !== 'delivered' && order.status !== 'cancelled';
  return (
    <dl className="grid gap-4 border-line border-t pt-5 text-sm">
      <Fact label="Ordered">{formatDateTime(order.createdAt)}</Fact>
      <Fact label="Payment">
        {paymentText(order)}
        {restDueOf(order) > 0 && (
          <span className="block text-warn-text">{formatMoney(restDueOf(order))} still to pay</span>
        )}
        {order.isTestPaid && <span className="block text-warn-text">Test payment: no money was taken</span>}
      </Fact>
      {children}
      {open && !isCollected && <Fact label="Estimated delivery">{deliveryText(order)}</Fact>}
      {open && isCollected && order.status !== 'shipped' && (
        <Fact label="Expected to be ready">{deliveryText(order)}</Fact>
      )}
      {order.trackingNumber && !order.parcels && (
        <Fact label={order.carrier ? `Tracking number, ${order.carrier}` : 'Tracking number'}>
          <TrackingNumber carrier={order.carrier} trackingNumber={order.trackingNumber} />
        </Fact>
      )}
      {isCollected ? (
        <Fact label={pickupLabel}>
          <AddressLines to={to} />
          <CounterHours />
        </Fact>
      ) : (
        <Fact label="Ships to">
          {to.name}
          <br />
          <AddressLines to={to} />
        </Fact>
      )}
      {order.billing && (
        <Fact label="Billed to">
          <BilledTo order={order} />
        </Fact>
      )}
      {order.exemption && <Fact label="Tax">{exemptionTexts[order.exemption.status]}</Fact>}
      <Fact label="Contact">
        {isCollected && (
          <>
            {to.name}
            <br />
          </>
        )}
        <span className="break-all">{to.email}</span>
        <br />
        {to.phone}
      </Fact>
    </dl>
  );
}
