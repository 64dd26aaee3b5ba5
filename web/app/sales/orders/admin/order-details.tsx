import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { cents, formatMoney } from '@reprise/contract/money';
import { deliveryText } from '@reprise/contract/sales/orders/delivery';
import { heldSentence } from '@reprise/contract/sales/orders/held-order';
import type { Order } from '@reprise/contract/sales/orders/order';
import type { OrderParcel } from '@reprise/contract/sales/orders/order-parcel';
import { partsOfOrder } from '@reprise/contract/sales/orders/refund-items';
import { pickupLabel, shippingLabelOf } from '@reprise/contract/sales/orders/shipping/pickup';
import { exemptionHold } from '@reprise/contract/sales/orders/tax/exemption';
import { Link } from 'react-router';
import { Thumb } from '../../../admin-ui/thumb.tsx';
import { UndoButton } from '../../../admin-ui/undo.tsx';
import { formatDateTime } from '../../../formats.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { PackageCheck, Pencil, Printer, Truck, X } from '../../../ui/icons/lucide.tsx';
import { ProblemBox } from '../../../ui/problem-box.tsx';
import { ReplacesFact } from '../../returns/admin/replaces-fact.tsx';
import { ReturnsOfOrder } from '../../returns/admin/returns-of-order.tsx';
import { isReturnable } from '../../returns/return-access.ts';
import { discountLabel } from '../discount-label.ts';
import { hasInvoice } from '../invoices/order-invoice.tsx';
import { LineDevices } from '../line-devices.tsx';
import { OrderParcels } from '../order-parcels.tsx';
import { isPartlyShipped } from '../parcels.ts';
import { isUnpaid, restDueOf } from '../payment-due.ts';
import { taxLines } from '../tax-label.ts';
import { TrackingNumber } from '../tracking-number.tsx';
import { OrderBilling } from './billing/order-billing.tsx';
import { ChannelOrderFacts } from './channel-order.tsx';
import { isEditable } from './edit-order/editable.ts';
import { OrderEdits } from './edit-order/order-edits.tsx';
import { OrderExemption } from './edit-order/order-exemption.tsx';
import { ExtendReservationButton } from './extend-reservation-button.tsx';
import { printUrl } from './fulfillment/print-url.ts';
import type { StatusChanging } from './fulfillment/status-change.tsx';
import { StatusSelect } from './fulfillment/status-select.tsx';
import { OrderInvoiceList } from './invoices/order-invoice-list.tsx';
import { useOrderContext } from './order-context.ts';
import { OrderCustomer } from './order-customer.tsx';
import { OrderLabels } from './order-labels.tsx';
import { OrderMails } from './order-mails.tsx';
import { OrderMessages } from './order-messages.tsx';
import { OrderNotes } from './order-notes.tsx';
import { OrderPayments } from './order-payments.tsx';
import { OrderSection } from './order-section.tsx';
import { OrderTimeline } from './order-timeline.tsx';
import { orderTones, paymentLabels, paymentTones } from './order-tones.ts';
import { ParcelActions } from './parcel-actions.tsx';
import { PaymentActions } from './payment-actions.tsx';
import { ShippingAddress } from './shipping-address.tsx';

/** Details and actions of an order, shared by the dialog and the page. */
export function OrderDetails({ order, change }: { order: Order; change: StatusChanging }) {
  const can = usePermissions();
  const background = useOrderContext(order.orderNumber);
  // Its buyer is a customer of the channel, which sends the mails.
  const isOfChannel = order.paymentMethod === 'channel';
  return (
    <div className="@container grid gap-6">
      <Facts order={order} change={change} />
      {restDueOf(order) > 0 && <ProblemBox message={heldSentence(restDueOf(order))} />}
      <OrderExemption order={order} />
      <Actions order={order} change={change} />
      <div className="grid gap-x-8 gap-y-6 @lg:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
        <div className="grid content-start gap-6">
          <OrderSection title="Items">
            <Items order={order} />
          </OrderSection>
          {order.parcels && (
            <OrderSection title={isPartlyShipped(order) ? 'Parcels: partly shipped' : 'Parcels'}>
              <OrderParcels
                order={order}
                {...(can('orders.pack') && {
                  actionsOf: (parcel: OrderParcel) => <ParcelActions order={order} parcel={parcel} />,
                })}
              />
            </OrderSection>
          )}
          {isOfChannel && <ChannelOrderFacts order={order} />}
          {can('orders.pack') && <OrderLabels order={order} />}
          {can('refunds.make') && <OrderPayments order={order} />}
          {hasInvoice(order) && <OrderInvoiceList order={order} />}
          <OrderEdits background={background} />
          <OrderSection title="Timeline">
            <OrderTimeline
              order={order}
              authors={background.data?.authors ?? {}}
              mailLeavesAt={background.data?.mailLeavesAt ?? null}
            />
          </OrderSection>
          {can('returns.handle') && !isOfChannel && isReturnable(order) && (
            <OrderSection title="Returns">
              <ReturnsOfOrder order={order} />
            </OrderSection>
          )}
        </div>
        <div className="grid content-start gap-6">
          <OrderSection title={order.shippingMethod === 'pickup' ? pickupLabel : 'Shipping address'}>
            <ShippingAddress order={order} />
          </OrderSection>
          <OrderBilling order={order} />
          <OrderMessages background={background} />
          {can('customers.read') && !isOfChannel && <OrderCustomer order={order} background={background} />}
          <OrderNotes orderNumber={order.orderNumber} background={background} />
          {can('messages.send') && !isOfChannel && (
            <OrderMails orderNumber={order.orderNumber} background={background} />
          )}
        </div>
      </div>
    </div>
  );
}

function Facts({ order, change }: { order: Order; change: StatusChanging }) {
  const { status, paymentStatus, carrier, trackingNumber } = order;
  const isCollected = order.shippingMethod === 'pickup';
  const open = status !== 'delivered' && status !== 'cancelled';
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 @md:grid-cols-4">
      <Fact className="text-sm" label="Date">
        {formatDateTime(order.createdAt)}
      </Fact>
      <Fact className="text-sm" label="Status">
        <Badge tone={orderTones[status]}>
          <StatusSelect
            order={order}
            saving={change.savingId === order.id}
            onChange={(next) => change.ask(order, next)}
          />
        </Badge>
        <UndoButton itemId={order.id} state={status} className="ml-1" />
      </Fact>
      <Fact className="text-sm" label="Payment">
        <span className="flex flex-wrap gap-1.5">
          {restDueOf(order) > 0 ? (
            <Badge tone="warn">Partly paid</Badge>
          ) : (
            <Badge tone={paymentTones[paymentStatus]}>{paymentLabels[paymentStatus]}</Badge>
          )}
          {order.isTestPaid && <Badge tone="warn">Test: no money received</Badge>}
        </span>
      </Fact>
      <Fact className="text-sm" label="Total">
        <span className="tabular font-semibold">{formatMoney(order.total)}</span>
      </Fact>
      {carrier && !order.parcels && (
        <Fact className="text-sm" label="Carrier">
          {carrier}
        </Fact>
      )}
      {trackingNumber && !order.parcels && (
        <Fact className="text-sm" label="Tracking number">
          <TrackingNumber carrier={carrier} trackingNumber={trackingNumber} />
        </Fact>
      )}
      {order.reservedUntil && (
        <Fact className="text-sm" label="Stock reserved until">
          <time dateTime={order.reservedUntil}>{formatDateTime(order.reservedUntil)}</time>
        </Fact>
      )}
      {open && !(isCollected && status === 'shipped') && (
        <Fact className="text-sm" label={isCollected ? 'Expected to be ready' : 'Estimated delivery'}>
          {deliveryText(order)}
        </Fact>
      )}
      {order.replaces && <ReplacesFact replaces={order.replaces} />}
      {order.clientReference && (
        <Fact className="text-sm" label="Number shown at checkout">
          {order.clientReference}
        </Fact>
      )}
    </dl>
  );
}

/** Actions of an order, the next step first. */
function Actions({ order, change }: { order: Order; change: StatusChanging }) {
  const can = usePermissions();
  const { status } = order;
  const isCollected = order.shippingMethod === 'pickup';
  const canShip = status === 'pending' || status === 'processing';
  const isHeld = restDueOf(order) > 0;
  const isUnchecked = exemptionHold(order.exemption?.status) !== null;
  const isDue = (isUnpaid(order) || isHeld) && status !== 'cancelled';
  const outlineClass = buttonClass({ size: 'sm', variant: 'outline' });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isDue && <PaymentActions order={order} />}
      {canShip && !isHeld && !isUnchecked && (
        <Button
          size="sm"
          variant={isDue ? 'outline' : 'primary'}
          onClick={() => change.ask(order, 'shipped')}
        >
          {isCollected ? (
            <PackageCheck className="size-4" aria-hidden="true" />
          ) : (
            <Truck className="size-4" aria-hidden="true" />
          )}
          {isCollected ? 'Ready to collect…' : 'Ship…'}
        </Button>
      )}
      {status === 'shipped' && (
        <>
          <Button
            size="sm"
            variant={isDue ? 'outline' : 'primary'}
            loading={change.savingId === order.id}
            onClick={() => change.ask(order, 'delivered')}
          >
            {isCollected ? 'Mark as collected' : 'Mark as delivered'}
          </Button>
          {!isCollected && (
            <Button size="sm" variant="outline" onClick={() => change.correctParcel(order)}>
              <Truck className="size-4" aria-hidden="true" />
              Change parcel…
            </Button>
          )}
        </>
      )}
      {canShip && !isUnchecked && can('orders.pack') && (
        <Link to={`/admin/pack?order=${order.orderNumber}`} className={outlineClass}>
          <PackageCheck className="size-4" aria-hidden="true" />
          Pack
        </Link>
      )}
      {isEditable(order) && can('orders.edit') && (
        <Link to={`/admin/orders/${order.orderNumber}/edit`} className={outlineClass}>
          <Pencil className="size-4" aria-hidden="true" />
          Edit order
        </Link>
      )}
      <a href={printUrl('packing-slips', [order])} target="_blank" rel="noreferrer" className={outlineClass}>
        <Printer className="size-4" aria-hidden="true" />
        Packing slip
      </a>
      {order.reservedUntil && can('orders.cancel') && <ExtendReservationButton order={order} />}
      {status !== 'cancelled' && status !== 'delivered' && can('orders.cancel') && (
        <Button size="sm" variant="ghost" onClick={() => change.ask(order, 'cancelled')}>
          <X className="size-4" aria-hidden="true" />
          Cancel order…
        </Button>
      )}
    </div>
  );
}

/** Says that devices left without a scan, and leads to it. */
function UnscannedDevices({ order: { orderNumber, status, devicesToScan = 0 } }: { order: Order }) {
  const can = usePermissions();
  const hasLeft = status === 'shipped' || status === 'delivered';
  if (!hasLeft || devicesToScan === 0) return null;
  return (
    <p className="mb-2 rounded-control bg-warn-tint px-3 py-2 text-sm">
      {devicesToScan === 1 ? 'A device' : `${devicesToScan} devices`} left without a scan. The customer reads
      no number.{' '}
      {can('orders.pack') && (
        <Link to={`/admin/pack?order=${orderNumber}`} className="text-link font-semibold">
          Scan what went out
        </Link>
      )}
    </p>
  );
}

function Items({ order }: { order: Order }) {
  const can = usePermissions();
  const orderTaxes = partsOfOrder(order);
  const taxes = taxLines({ ...order, orderTaxes }).map(({ label, amount }) => (
    <TotalLine key={label} label={label} amount={formatMoney(amount)} />
  ));
  return (
    <>
      <UnscannedDevices order={order} />
      <ul className="grid">
        {order.items.map(({ product, quantity, lineTotal, refundedQuantity, ...sent }) => (
          <li key={product.id} className="flex items-center gap-3 border-line border-b py-2 text-sm">
            <Thumb src={product.images[0]} className="size-10" />
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {can('catalog.manage') ? (
                  <Link to={`/admin/products?edit=${product.id}`} className="hover:underline">
                    {product.name}
                  </Link>
                ) : (
                  product.name
                )}
              </p>
              <p className="text-ink-muted">
                {product.brand} · {conditionLabels[product.condition]} · SKU {product.sku}
              </p>
              <LineDevices {...sent} />
              {refundedQuantity !== undefined && (
                <p className="text-warn-text">{refundedQuantity} refunded</p>
              )}
            </div>
            <div className="tabular text-right">
              <p className="font-medium">{formatMoney(lineTotal)}</p>
              <p className="text-ink-muted">
                {quantity} × {formatMoney(product.price)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <dl className="tabular mt-2 ml-auto grid w-full max-w-64 gap-1 text-sm">
        <TotalLine label="Subtotal" amount={formatMoney(order.subtotal)} />
        {order.discount > 0 && (
          <TotalLine label={discountLabel(order)} amount={formatMoney(cents(-order.discount))} />
        )}
        <TotalLine
          label={order.shippingMethod === 'standard' ? 'Shipping' : shippingLabelOf(order.shippingMethod)}
          amount={order.shipping === 0 ? 'Free' : formatMoney(order.shipping)}
        />
        {!order.taxIncluded && taxes}
        <TotalLine label="Total" amount={formatMoney(order.total)} strong />
        {order.taxIncluded && taxes}
        {restDueOf(order) > 0 && (
          <TotalLine label="Still due" amount={formatMoney(restDueOf(order))} strong />
        )}
      </dl>
    </>
  );
}

function TotalLine({ label, amount, strong = false }: { label: string; amount: string; strong?: boolean }) {
  return (
    <div className={`flex justify-between ${strong ? 'font-semibold' : 'text-ink-muted'}`}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
