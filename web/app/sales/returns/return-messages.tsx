import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import type { OrderReturn } from '@reprise/contract/sales/returns/return';
import { noResponse } from '../../api/error-message.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { MessageList } from '../conversations/message-list.tsx';
import { WriteAboutOrder } from '../conversations/write-about-order.tsx';
import type { OrderAccess } from './return-access.ts';

type ReturnMessagesProps = {
  orderReturn: Pick<OrderReturn, 'orderId' | 'orderNumber'>;
  access: OrderAccess;
  /** Null if they could not be loaded. */
  messages: ConversationMessage[] | null;
  onChanged: () => void;
};

/** Conversation about the order of a return. */
export function ReturnMessages({ orderReturn, access, messages, onChanged }: ReturnMessagesProps) {
  const { orderId, orderNumber } = orderReturn;
  if (messages === null) {
    return (
      <ErrorState title="The messages could not be loaded" onRetry={onChanged}>
        {noResponse('unchanged')}
      </ErrorState>
    );
  }
  return (
    <section className="grid justify-items-start gap-4">
      <h2 className="font-semibold text-base">Messages</h2>
      {messages.length === 0 ? (
        <p className="text-ink-muted text-sm">
          Questions about this return? Write to us; our answers are shown here and sent by email.
        </p>
      ) : (
        <div className="w-full">
          <MessageList messages={messages} own="customer" />
        </div>
      )}
      <WriteAboutOrder
        orderId={orderId}
        orderNumber={orderNumber}
        access={access}
        firstTitle="Write to us"
        hasMessages={messages.length > 0}
        onSent={onChanged}
      />
    </section>
  );
}
