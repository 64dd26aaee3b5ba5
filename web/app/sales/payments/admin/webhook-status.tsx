import type { WebhookCheck } from '@reprise/contract/sales/payments/webhook';
import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

/** Says which events the webhook endpoint at Stripe lacks. */
export function WebhookStatus() {
  const check = useQuery({
    queryKey: ['payments', 'webhook'],
    queryFn: () => api.checkWebhook(),
    staleTime: 60_000,
  });
  const { data } = check;
  if (!data) {
    const loading = (
      <p className="text-ink-muted text-sm">
        <Spinner label="Checking the webhook" />
      </p>
    );
    return (
      <NotLoaded query={check} failed="The webhook could not be checked" look="inline" loading={loading} />
    );
  }
  const { tone, title, advice } = wordings[data.state];
  const isShown = data.state === 'incomplete' || data.state === 'hidden';
  return (
    <div className="grid gap-1 text-sm">
      <StatusDot tone={data.missingEvents.length === 0 ? 'good' : tone}>
        {data.missingEvents.length === 0 ? wordings.complete.title : title}
      </StatusDot>
      {data.missingEvents.length > 0 && <p className="text-ink-muted">{advice}</p>}
      {isShown && data.missingEvents.length > 0 && (
        <ul className="flex flex-wrap gap-x-3 gap-y-0.5">
          {data.missingEvents.map((event) => (
            <li key={event}>
              <code className="font-mono text-xs">{event}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Wording = { tone: 'good' | 'warn' | 'bad' | 'neutral'; title: string; advice: string };

const wordings: Record<WebhookCheck['state'], Wording> = {
  complete: { tone: 'good', title: 'The webhook sends all events', advice: '' },
  incomplete: {
    tone: 'warn',
    title: 'The webhook lacks events',
    advice: 'In Stripe, open Workbench, Webhooks, edit the destination with the address above and add:',
  },
  missing: {
    tone: 'bad',
    title: 'Stripe has no webhook with this address',
    advice:
      'In Stripe, open Workbench, Webhooks and add a destination with the address above and all events that docs/payments.md lists. Until then payments are found by the comparison every few minutes.',
  },
  hidden: {
    tone: 'neutral',
    title: 'Some events have never arrived',
    advice:
      'The secret key may not read webhooks, so only arrived events are known. Check in Stripe, Workbench, Webhooks that the destination sends these too:',
  },
};
