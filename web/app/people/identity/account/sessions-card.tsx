import { formatTimeAs } from '@reprise/contract/dates';
import type { OpenSession } from '@reprise/contract/people/identity/profile';
import { problemCodeOf } from '@reprise/contract/problem';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { api } from '../../../api/browser-api.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card-group.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

/** Lists the account's sessions, with a button that ends each. */
export function SessionsCard({ sessions }: { sessions: OpenSession[] }) {
  const { revalidate } = useRevalidator();
  const [ending, setEnding] = useState<string | null>(null);

  async function end(key: string, work: () => Promise<unknown>, done: string): Promise<void> {
    setEnding(key);
    try {
      await work();
      notify('success', done);
    } catch (error) {
      // NOT_FOUND: the session has already ended, which the reloaded list shows.
      if (problemCodeOf(error) !== 'NOT_FOUND') notify('error', 'Could not sign out. Please try again.');
    }
    await revalidate();
    setEnding(null);
  }

  const all = 'all';
  return (
    <CardSection
      title="Where you are signed in"
      action={
        sessions.length > 1 && (
          <Button
            variant="outline"
            size="sm"
            loading={ending === all}
            onClick={() => void end(all, () => api.endOtherSessions(), 'Signed out everywhere else.')}
          >
            Sign out other devices
          </Button>
        )
      }
    >
      <ul className="-my-3 divide-y divide-line">
        {sessions.map(({ id, device, current, lastSeenAt }) => (
          <li key={id} className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
            <div>
              <p className="font-medium">{device}</p>
              <p className="text-ink-muted text-sm">
                {current ? 'In use now' : `Last seen ${formatTimeAs('dateTime', lastSeenAt)}`}
              </p>
            </div>
            {current ? (
              <Badge tone="good">This device</Badge>
            ) : (
              <Button
                variant="ghost"
                size="sm"
                loading={ending === id}
                onClick={() =>
                  void end(id, () => api.endSession({ params: { id } }), `${device} is signed out.`)
                }
              >
                Sign out<span className="sr-only"> {device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </CardSection>
  );
}
