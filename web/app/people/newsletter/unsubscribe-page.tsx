import { isRefused } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Route } from './+types/unsubscribe-page';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Unsubscribe', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

type State = 'asking' | 'ended' | 'over' | 'again' | 'unknown' | 'too-late';

const messages: Record<State, string> = {
  asking: 'You receive our weekly deals by email. Unsubscribe if you no longer want them.',
  ended: 'You are unsubscribed from the weekly deals. You will still get emails about your orders.',
  over: 'You are not subscribed to the weekly deals.',
  again: 'You are subscribed again. The weekly deals arrive on Thursdays.',
  unknown: 'This link is incomplete. You can also unsubscribe in your profile, under Preferences.',
  'too-late': 'It is too late to undo this here. You can subscribe again in your profile, under Preferences.',
};

/**
 * The token is in the URL fragment of the mailed link. A button unsubscribes, because mail programs open
 * links to scan them.
 */
export default function UnsubscribePage() {
  const { hash } = useLocation();
  const hydrated = useHydrated();
  const [state, setState] = useState<State>('asking');
  const [undoToken, setUndoToken] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [hasFailed, setFailed] = useState(false);

  async function send(work: () => Promise<State>, invalidState: State): Promise<void> {
    setSending(true);
    setFailed(false);
    try {
      setState(await work());
    } catch (error) {
      if (isRefused(error)) setState(invalidState);
      else setFailed(true);
    }
    setSending(false);
  }
  const unsubscribe = () =>
    send(async () => {
      const answer = await api.unsubscribe({ params: { token: hash.slice(1) || '-' } });
      setUndoToken(answer.undoToken);
      return answer.undoToken === null ? 'over' : 'ended';
    }, 'unknown');
  const undo = (token: string) =>
    send(async () => {
      await api.undoUnsubscribe({ body: { token } });
      return 'again';
    }, 'too-late');

  return (
    <div className="page-width max-w-text py-16 sm:py-24">
      <h1 className="text-2xl">Unsubscribe</h1>
      <p role="status" className="mt-3 text-ink-muted">
        {hasFailed ? noResponse('retry') : messages[state]}
      </p>
      <p className="mt-8 flex flex-wrap gap-3">
        {state === 'asking' && (
          <Button disabled={!hydrated} loading={isSending} onClick={() => void unsubscribe()}>
            Unsubscribe
          </Button>
        )}
        {state === 'ended' && undoToken !== null && (
          <Button variant="outline" loading={isSending} onClick={() => void undo(undoToken)}>
            Undo
          </Button>
        )}
        {state !== 'asking' && (
          <Link to="/products" className={buttonClass({ variant: 'outline' })}>
            Browse products
          </Link>
        )}
      </p>
    </div>
  );
}
