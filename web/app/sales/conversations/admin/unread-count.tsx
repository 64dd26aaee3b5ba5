import { classNames } from '../../../ui/class-names.ts';
import { useUnreadConversations } from './use-conversation.ts';

const maxShown = 99;

/** Number of unread conversations beside their screen in the navigation; nothing without any. */
export function UnreadCount({ className }: { className?: string }) {
  const unread = useUnreadConversations(true);
  if (unread === 0) return null;
  return (
    <span
      className={classNames(
        'tabular rounded-full bg-primary-fill px-1.5 font-semibold text-primary-on text-xs leading-5',
        className,
      )}
    >
      {unread > maxShown ? `${maxShown}+` : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}
