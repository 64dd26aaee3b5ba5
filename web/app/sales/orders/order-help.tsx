import { cents, formatMoney } from '@reprise/contract/money';
import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import type { Order } from '@reprise/contract/sales/orders/order';
import { orderEndpoints } from '@reprise/contract/sales/orders/orders';
import { refundedThrough } from '@reprise/contract/sales/payments/payment-methods';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextArea } from '../../ui/forms/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { CancelOrderButton } from '../checkout/cancel-order-button.tsx';
import { storeOrderToken } from '../checkout/pay-order.ts';
import { MessageList } from '../conversations/message-list.tsx';
import { isReturnable, returnHref } from '../returns/return-access.ts';
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
  const options = accessToken === null ? {} : { orderToken: accessToken };
  const { messages } = await api
    .listOrderMessages({ params: { id: order.id } }, options)
    .catch(() => ({ messages: [] }));
  return messages;
}

/** Lets the customer write to the store about the order, and cancel it until it ships. */
export function OrderHelp({ order, accessToken, messages, onChanged }: OrderHelpProps) {
  const isOpen = order.status === 'pending' || order.status === 'processing';
  const isCancellable = isOpen && !order.isBeingPacked;
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
        <ReportProblem
          order={order}
          accessToken={accessToken}
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

function helpText({ status, isBeingPacked }: Order): string {
  if (isBeingPacked)
    return 'Your order is being packed, so it cannot be cancelled here. Write to us right away.';
  switch (status) {
    case 'pending':
    case 'processing':
      return 'You can cancel this order until it ships. For anything else, write to us.';
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

type ReportProblemProps = Pick<OrderHelpProps, 'order' | 'accessToken'> & {
  hasMessages: boolean;
  onSent: () => void;
};

function ReportProblem({ order, accessToken, hasMessages, onSent }: ReportProblemProps) {
  const [open, setOpen] = useState(false);
  const title = hasMessages ? 'Write again' : 'Report a problem';
  const form = useCheckedForm({
    defaultValues: { message: '' },
    schema: orderEndpoints.reportOrderProblem.body,
    save: (body) => {
      const options = accessToken === null ? {} : { orderToken: accessToken };
      return api.reportOrderProblem({ params: { id: order.id }, body }, options);
    },
    failed: noResponse('retry'),
    valuesAfter: () => ({ message: '' }),
    onSaved: () => {
      notify('success', `Your message was sent. We will reply to ${order.shippingAddress.email}.`);
      setOpen(false);
      onSent();
    },
  });

  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        {title}
      </Button>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        footer={
          <>
            <Button variant="outline" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button
              type="submit"
              form="report-problem"
              loading={form.isSaving}
              disabled={form.watch('message').trim() === ''}
            >
              Send message
            </Button>
          </>
        }
      >
        <form id="report-problem" noValidate onSubmit={form.submit} className="grid gap-4">
          <FormError message={form.failure} />
          <TextArea
            label={hasMessages ? 'Your message' : 'What is wrong?'}
            hint={`About order ${order.orderNumber}. We will reply to ${order.shippingAddress.email}.`}
            required
            rows={6}
            maxLength={2000}
            {...form.field('message')}
          />
        </form>
      </Modal>
    </>
  );
}
