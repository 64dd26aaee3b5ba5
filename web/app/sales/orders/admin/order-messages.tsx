import { usePermissions } from '../../../session/use-permissions.ts';
import { ConversationThread } from '../../conversations/admin/conversation-thread.tsx';
import { MessageList } from '../../conversations/message-list.tsx';
import type { LoadedContext } from './order-context.ts';
import { OrderSection } from './order-section.tsx';

/** Messages between the customer and the store about the order; nothing without any. */
export function OrderMessages({ background }: { background: LoadedContext }) {
  const can = usePermissions();
  const { messages = [], conversation = null } = background.data ?? {};
  if (conversation === null || messages.length === 0) return null;
  return (
    <OrderSection title="Messages">
      {can('messages.answer') ? (
        <ConversationThread id={conversation.id} />
      ) : (
        <MessageList messages={messages} own="staff" />
      )}
    </OrderSection>
  );
}
