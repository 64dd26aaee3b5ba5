import type { PublicSettings } from '@reprise/contract/foundations/settings';
import { formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/sales/orders/order';
import { partsOfOrder } from '@reprise/contract/sales/orders/refund-items';
import { paidWords } from '@reprise/contract/sales/payments/payment-methods';
import { restDueOf } from '../payment-due.ts';
import { type Contents, InvoicePaper, InvoiceTable, TotalLine } from './invoice-paper.tsx';
import { longDate } from './long-date.ts';

/** True for orders that were charged, even if refunded later. */
export const hasInvoice = ({ paymentStatus, replaces }: Pick<Order, 'paymentStatus' | 'replaces'>): boolean =>
  replaces === undefined && paymentStatus !== 'unpaid' && paymentStatus !== 'started';

function paidText(order: Order): string {
  const { paymentStatus, paymentMethod } = order;
  if (paymentStatus === 'refunded') return 'Refunded';
  if (restDueOf(order) > 0) return 'Partly paid';
  const paid = paymentMethod === 'card' ? 'Paid' : paidWords[paymentMethod];
  return paymentStatus === 'partly-refunded' ? `${paid}, partly refunded` : paid;
}

type OrderInvoiceProps = { order: Order; store: PublicSettings; onScreen?: boolean };

/** Invoice without a number, of an order as it is now: it was paid before invoices were numbered. */
export function OrderInvoice({ order, store, onScreen = false }: OrderInvoiceProps) {
  const { storeName: name, storeAddress: address, storeEmail: email, storePhone: phone, timeZone } = store;
  return (
    <InvoicePaper
      title="Invoice"
      label={onScreen ? `Invoice ${order.orderNumber}` : 'Invoice'}
      store={{ name, address, email, phone, taxId: '' }}
      to={recipientOf(order)}
      isCollected={order.shippingMethod === 'pickup'}
      onScreen={onScreen}
      facts={
        <>
          Order {order.orderNumber}
          <br />
          {longDate(order.createdAt, timeZone)}
          <br />
          {order.editedAt && `Corrected ${longDate(order.editedAt, timeZone)}`}
          {order.editedAt && <br />}
          {paidText(order)}
          {order.isTestPaid && (
            <strong className="block font-semibold">Test payment: no money was taken</strong>
          )}
          <span className="block text-ink-muted">No invoice number: paid before invoices were numbered</span>
        </>
      }
    >
      <InvoiceTable contents={contentsOf(order)}>
        {restDueOf(order) > 0 && <TotalLine label="Still to pay" amount={formatMoney(restDueOf(order))} />}
      </InvoiceTable>
    </InvoicePaper>
  );
}

function recipientOf({ shippingAddress, billing: { address, ...business } = {}, invoiceAddress }: Order) {
  const billed = address && { ...address, isShippedElsewhere: true as const };
  return { ...shippingAddress, ...billed, ...business, ...invoiceAddress };
}

function contentsOf({ items, taxBasisPoints = null, ...order }: Order): Contents {
  return {
    ...order,
    taxBasisPoints,
    orderTaxes: partsOfOrder({ ...order, taxBasisPoints, items }),
    lines: items.map(({ product, quantity, lineTotal, taxBasisPoints: rate }) => ({
      ...product,
      quantity,
      lineTotal,
      ...(rate !== undefined && { taxBasisPoints: rate }),
    })),
  };
}
