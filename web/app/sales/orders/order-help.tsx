import { cents, formatMoney } from '@reprise/contract/money';
import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import type { Order } from '@reprise/contract/sales/orders/order';
import { refundedThrough } from '@reprise/contract/sales/payments/payment-methods';
import { Link } from 'react-router';
import { buttonClass } from '../../ui/button.tsx';
import { CancelOrderButton } from '../checkout/cancel-order-button.tsx';
import { storeOrderToken } from '../checkout/pay-order.ts';
import { MessageList } from '../conversations/message-list.tsx';
import { loadOrderMessages, WriteAboutOrder } from '../conversations/write-about-order.tsx';
import { isReturnable, returnHref } from '../returns/return-access.ts';
import { isPartlyShipped } from './parcels.ts';
import { isUnpaid, restDueOf } from './payment-due.ts';

type OrderHelpProps = {
  order: Order;
  accessToken: string | null;
  messages: ConversationMessage[];
  /** Called after a message or the cancellation. */
  onChanged: () => void;
};

/** Loads the messages about an order; none if that fails, because the order is readable without them. */
export async function loadMessages(order: Order, accessToken: string | null): Promise<ConversationMessage[]> {
  const access = accessToken === null ? {} : { orderToken: accessToken };
  return (await loadOrderMessages(order.id, access)) ?? [];
}

/** Lets the customer write to the store about the order, and cancel it until it ships. */
export function OrderHelp({ order, accessToken, messages, onChanged }: OrderHelpProps) {
  const isOpen = order.status === 'pending' || order.status === 'processing';
  const isCancellable = isOpen && !order.isBeingPacked && !isPartlyShipped(order);
  return (
    <>
      <p className="text-ink-muted text-sm">{helpText(order)}</p>
      {messages.length > 0 && (
        <div className="mt-4">
          <MessageList messages={messages} own="customer" />
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {isReturnable(order) && (
          <Link
            to={returnHref(order.orderNumber, accessToken)}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            Return or repair
          </Link>
        )}
        <WriteAboutOrder
          orderId={order.id}
          orderNumber={order.orderNumber}
          replyTo={order.shippingAddress.email}
          firstTitle="Report a problem"
          access={accessToken === null ? {} : { orderToken: accessToken }}
          hasMessages={messages.length > 0}
          onSent={onChanged}
        />
        {/* The payment form of an unpaid order has its own button. */}
        {isCancellable && !(isUnpaid(order) && order.status === 'pending') && (
          <CancelOrderButton
            order={order}
            accessToken={accessToken}
            refund={refundText(order)}
            onSettled={() => {
              // The browser forgets cancelled orders; this tab still shows it.
              if (accessToken !== null) storeOrderToken(accessToken);
              onChanged();
            }}
          />
        )}
      </div>
    </>
  );
}

function helpText(order: Order): string {
  const { status, shippingMethod, isBeingPacked } = order;
  if (isPartlyShipped(order))
    return 'A part of your order has left, so it cannot be cancelled here. Write to us about the rest.';
  if (isBeingPacked)
    return 'Your order is being packed, so it cannot be cancelled here. Write to us right away.';
  switch (status) {
    case 'pending':
    case 'processing':
      return `You can cancel this order until it ${shippingMethod === 'pickup' ? 'is ready' : 'ships'}. For anything else, write to us.`;
    case 'delivered':
      return 'Is something missing, damaged or not as described? Tell us, and we will fix it.';
    default:
      return 'Is something wrong with this order? Tell us, and we will look into it.';
  }
}

function refundText(order: Order): string | undefined {
  const { paymentStatus, paymentMethod, total } = order;
  const destination = refundedThrough[paymentMethod];
  switch (paymentStatus) {
    case 'paid':
      return `${formatMoney(cents(total - restDueOf(order)))} will be refunded ${destination}.`;
    case 'partly-refunded':
      return `The rest of your payment will be refunded ${destination}.`;
    default:
      return undefined;
  }
}
