import type { ConversationMessage } from '@reprise/contract/sales/conversations';
import { formatDateTime } from '../../formats.ts';
import { classNames } from '../../ui/class-names.ts';

type MessageListProps = {
  messages: ConversationMessage[];
  /** Side whose messages are on the right. */
  own: 'staff' | 'customer';
};

/** Messages of a conversation, oldest first. */
export function MessageList({ messages, own }: MessageListProps) {
  return (
    <ol className="grid gap-2.5">
      {messages.map(({ id, text, author, isFromStaff, createdAt }) => {
        const isOwn = isFromStaff === (own === 'staff');
        return (
          <li key={id} className="grid">
            <div
              className={classNames(
                'max-w-[85%] rounded-control px-3 py-2 text-sm',
                isOwn ? 'justify-self-end bg-primary-tint' : 'justify-self-start bg-sunken',
              )}
            >
              <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
              <p className="wrap-anywhere mt-1 text-ink-muted text-xs">
                {author}, <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
