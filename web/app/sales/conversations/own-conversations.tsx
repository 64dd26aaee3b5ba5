import type { OwnConversation } from '@reprise/contract/sales/conversations';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { useAuth } from '../../session/auth-store.ts';
import { MessageList } from './message-list.tsx';

/** Loads the conversations of the signed-in customer, again after each change of `version`; none for guests. */
export function useOwnConversations(version: number): OwnConversation[] {
  const userId = useAuth((state) => state.user?.id);
  const [loaded, setLoaded] = useState<OwnConversation[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version loads again
  useEffect(() => {
    setLoaded([]);
    if (!userId) return;
    const aborter = new AbortController();
    api
      .listOwnConversations({}, { signal: aborter.signal })
      .then(({ conversations }) => setLoaded(conversations))
      // The form below works without them.
      .catch(() => {});
    return () => aborter.abort();
  }, [userId, version]);
  return loaded;
}

/** Conversations of the customer with the store, latest first. */
export function OwnConversations({ conversations }: { conversations: OwnConversation[] }) {
  return (
    <div className="grid gap-6">
      {conversations.map(({ id, orderNumber, state, answersByEmail, messages }) => (
        <article key={id} className="rounded-tile border border-line bg-raised p-4 sm:p-5">
          <p className="mb-3 flex flex-wrap justify-between gap-x-4 text-ink-muted text-sm">
            {orderNumber === null ? (
              <span>From the contact form</span>
            ) : (
              <Link to={`/orders/${orderNumber}`} className="tabular text-link">
                Order {orderNumber}
              </Link>
            )}
            {state === 'closed' && <span>Closed</span>}
          </p>
          <MessageList messages={messages} own="customer" />
          {answersByEmail && (
            <p className="mt-3 text-ink-muted text-sm">
              We answer by email. Confirm your address in{' '}
              <Link to="/profile" className="text-link">
                your profile
              </Link>{' '}
              to read the answers here too.
            </p>
          )}
        </article>
      ))}
    </div>
  );
}
