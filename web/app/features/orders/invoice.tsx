import { conditionLabels } from '@reprise/contract/catalog/conditions';
import { cents, formatMoney } from '@reprise/contract/money';
import type { Order } from '@reprise/contract/orders/order';
import { paidWords } from '@reprise/contract/payments/payment-methods';
import type { PublicSettings } from '@reprise/contract/settings';
import { Fragment } from 'react';
import { brandedName } from './branded-name.ts';
import { discountLabel } from './discount-label.ts';
import { restDueOf } from './payment-due.ts';
import { taxLabel } from './tax-label.ts';

/** True for orders that were charged, even if refunded later. */
export const hasInvoice = ({ paymentStatus }: Order): boolean =>
  paymentStatus !== 'unpaid' && paymentStatus !== 'started';

function paidText(order: Order): string {
  const { paymentStatus, paymentMethod } = order;
  if (paymentStatus === 'refunded') return 'Refunded';
  if (restDueOf(order) > 0) return 'Partly paid';
  const paid = paymentMethod === 'card' ? 'Paid' : paidWords[paymentMethod];
  return paymentStatus === 'partly-refunded' ? `${paid}, partly refunded` : paid;
}

type InvoiceProps = { order: Order; store: PublicSettings; onScreen?: boolean };

/** Invoice of an order: print only, unless `onScreen` is set. */
export function Invoice({ order, store, onScreen = false }: InvoiceProps) {
  const to = { ...order.shippingAddress, ...order.invoiceAddress };
  return (
    <article
      className={onScreen ? 'text-sm' : 'hidden text-sm print:block'}
      aria-label={onScreen ? `Invoice ${order.orderNumber}` : 'Invoice'}
    >
      <header className="flex items-start justify-between gap-8">
        <p>
          <strong className="text-lg">{store.storeName}</strong>
          <br />
          {store.storeAddress}
          <br />
          {store.storeEmail}
          <br />
          {store.storePhone}
        </p>
        <div className="text-right">
          <h1 className="text-2xl">Invoice</h1>
          <p className="tabular mt-1">
            Order {order.orderNumber}
            <br />
            {longDate(order.createdAt, store)}
            <br />
            {order.editedAt && `Corrected ${longDate(order.editedAt, store)}`}
            {order.editedAt && <br />}
            {paidText(order)}
            {order.isTestPaid && (
              <strong className="block font-semibold">Test payment: no money was taken</strong>
            )}
          </p>
        </div>
      </header>
      <address className="mt-10 not-italic">
        <span className="caption block">Sold and shipped to</span>
        {addressLines(to).map((line) => (
          <Fragment key={line}>
            {line}
            <br />
          </Fragment>
        ))}
      </address>
      <table className="mt-10 w-full border-collapse text-left">
        <thead>
          <tr className="border-ink border-b">
            <th className="py-2 font-semibold">Item</th>
            <th className="py-2 pl-3 text-right font-semibold">Quantity</th>
            <th className="py-2 pl-3 text-right font-semibold">Price</th>
            <th className="py-2 pl-3 text-right font-semibold">Amount</th>
          </tr>
        </thead>
        <tbody>
          <Lines items={order.items} />
        </tbody>
        <tfoot className="tabular text-right">
          <TotalLine label="Subtotal" amount={formatMoney(order.subtotal)} />
          {order.discount > 0 && (
            <TotalLine label={discountLabel(order)} amount={formatMoney(cents(-order.discount))} />
          )}
          <TotalLine
            label={order.shippingMethod === 'express' ? 'Express shipping' : 'Standard shipping'}
            amount={order.shipping === 0 ? 'Free' : formatMoney(order.shipping)}
          />
          <TotalLine label={taxLabel(order)} amount={formatMoney(order.tax)} />
          <tr className="border-ink border-t font-semibold">
            <th colSpan={3} className="py-2 text-right" scope="row">
              Total
            </th>
            <td className="py-2 pl-3">{formatMoney(order.total)}</td>
          </tr>
          {restDueOf(order) > 0 && <TotalLine label="Still to pay" amount={formatMoney(restDueOf(order))} />}
        </tfoot>
      </table>
    </article>
  );
}

function longDate(time: string, { timeZone }: PublicSettings): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'long', timeZone });
}

function Lines({ items }: Pick<Order, 'items'>) {
  return items.map(({ product, quantity, lineTotal }) => (
    <tr key={product.id} className="tabular break-inside-avoid border-line border-b">
      <td className="py-2 pr-4">
        {brandedName(product)}
        <span className="block text-ink-muted">
          {conditionLabels[product.condition]}, SKU {product.sku}
        </span>
      </td>
      <td className="py-2 pl-3 text-right">{quantity}</td>
      <td className="py-2 pl-3 text-right">{formatMoney(product.price)}</td>
      <td className="py-2 pl-3 text-right">{formatMoney(lineTotal)}</td>
    </tr>
  ));
}

function TotalLine({ label, amount }: { label: string; amount: string }) {
  return (
    <tr>
      <th colSpan={3} className="pt-2 text-right font-normal" scope="row">
        {label}
      </th>
      <td className="pt-2 pl-3">{amount}</td>
    </tr>
  );
}

function addressLines({
  name,
  address,
  address2,
  city,
  state,
  zipCode,
  country,
  email,
}: Order['shippingAddress']): string[] {
  const lines = [name, address, address2, `${city}, ${state} ${zipCode}`, country, email];
  return lines.filter((line) => line !== undefined && line !== '') as string[];
}
