import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Card } from '../../../ui/card.tsx';
import { ConversationThread } from '../../conversations/admin/conversation-thread.tsx';
import { FirstMessage } from '../../conversations/admin/first-message.tsx';
import { MessageList } from '../../conversations/message-list.tsx';

/** Conversation about the order of a return, which staff begin or answer here. */
export function ReturnConversation({ orderNumber }: { orderNumber: string }) {
  const can = usePermissions();
  // The key of the order's page: an answer there is shown here.
  const context = useQuery({
    queryKey: ['order', orderNumber, 'background'],
    queryFn: () => api.getOrderContext({ params: { id: orderNumber } }),
  });
  return (
    <Card title="Messages">
      <Loaded query={context} failed="The messages could not be loaded" skeleton="h-24">
        {({ messages, conversation }) =>
          can('messages.answer') ? (
            conversation === null ? (
              <FirstMessage orderNumber={orderNumber} />
            ) : (
              <ConversationThread id={conversation.id} />
            )
          ) : conversation === null ? (
            <p className="text-ink-muted text-sm">No messages yet.</p>
          ) : (
            <MessageList messages={messages} own="staff" />
          )
        }
      </Loaded>
    </Card>
  );
}
