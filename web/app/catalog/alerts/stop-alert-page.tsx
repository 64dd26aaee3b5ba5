import { isRefused } from '@reprise/contract/problem';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { privatePageMeta } from '../../session/private-page-meta.ts';
import { useHydrated } from '../../session/use-hydrated.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import type { Route } from './+types/stop-alert-page';

export const meta: Route.MetaFunction = ({ matches }) => [
  ...privatePageMeta('Stop an alert', matches[0].loaderData?.settings.storeName),
  { name: 'referrer', content: 'no-referrer' },
];

type State = 'asking' | 'stopping' | 'stopped' | 'over' | 'failed';

const messages: Record<State, string> = {
  asking: 'You asked us to email you once about a product. Stop the alert if you no longer want this email.',
  stopping:
    'You asked us to email you once about a product. Stop the alert if you no longer want this email.',
  stopped: 'The alert is stopped. We will not email you about this product.',
  over: 'This alert has already ended: the email was sent, the alert was stopped, or the link is incomplete.',
  failed: noResponse('retry'),
};

/**
 * The token is in the URL fragment of the mailed link. A button ends the alert, because mail programs open
 * links to scan them.
 */
export default function StopAlertPage() {
  const { hash } = useLocation();
  const hydrated = useHydrated();
  const [state, setState] = useState<State>('asking');

  async function stop(): Promise<void> {
    setState('stopping');
    try {
      await api.stopAlert({ params: { token: hash.slice(1) || '-' } });
      setState('stopped');
    } catch (error) {
      setState(isRefused(error) ? 'over' : 'failed');
    }
  }
  const ended = state === 'stopped' || state === 'over';
  return (
    <div className="page-width max-w-text py-16 sm:py-24">
      <h1 className="text-2xl">Stop an alert</h1>
      <p role="status" className="mt-3 text-ink-muted">
        {messages[state]}
      </p>
      <p className="mt-8">
        {ended ? (
          <Link to="/products" className={buttonClass({ variant: 'outline' })}>
            Browse products
          </Link>
        ) : (
          <Button disabled={!hydrated} loading={state === 'stopping'} onClick={() => void stop()}>
            Stop the alert
          </Button>
        )}
      </p>
    </div>
  );
}
