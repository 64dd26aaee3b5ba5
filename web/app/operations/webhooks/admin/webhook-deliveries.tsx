import type { Webhook, WebhookDelivery } from '@reprise/contract/operations/webhooks/webhooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DataList, type ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { Time } from '../../../admin-ui/time.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../formats.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CircleCheck } from '../../../ui/icons/lucide.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { deliveriesKey } from './webhooks-key.ts';

const stateLabels = {
  waiting: ['warn', 'Waiting'],
  delivered: ['good', 'Delivered'],
} as const;

const columns: ListColumn<WebhookDelivery>[] = [
  {
    id: 'event',
    label: 'Event',
    cell: ({ type, id, body }) => (
      <details className="min-w-48">
        <summary className="w-fit cursor-pointer rounded-control font-medium">{type}</summary>
        <span className="block break-all text-ink-muted text-xs">{id}</span>
        <code className="block max-w-96 whitespace-pre-wrap break-all font-mono text-xs">{body}</code>
      </details>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ state, failure, nextAttemptAt, attempts }) => {
      const [tone, label] = stateLabels[state];
      return (
        <span className="block max-w-80">
          <StatusDot tone={tone}>{label}</StatusDot>
          {failure && <span className="block text-ink-muted text-xs">{failure}</span>}
          {nextAttemptAt && attempts > 0 && (
            <span className="block text-ink-muted text-xs">Next attempt {formatDateTime(nextAttemptAt)}</span>
          )}
        </span>
      );
    },
  },
  { id: 'attempts', label: 'Attempts', number: true, phone: 'labelled', cell: ({ attempts }) => attempts },
  {
    id: 'created',
    label: 'Happened',
    phone: 'labelled',
    cell: ({ createdAt }) => <Time value={createdAt} />,
  },
];

/** Deliveries of a webhook; each can be sent again. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const queries = useQueryClient();
  const queryKey = deliveriesKey(webhook.id);
  const list = useAdminList({
    queryKey,
    load: (query, options) => api.listWebhookDeliveries({ params: { id: webhook.id }, query }, options),
    rowsOf: ({ deliveries }) => deliveries,
    refetchInterval: 5_000,
  });
  const steps = [
    { label: 'Settings', to: '/admin/settings' },
    { label: 'Webhooks', to: '/admin/settings?tab=webhooks' },
    { label: 'Deliveries' },
  ];
  return (
    <>
      <Breadcrumb steps={steps} />
      <ScreenHeader title="Deliveries" />
      <p className="wrap-anywhere -mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Events for {webhook.url}. They are kept for 30 days.
      </p>
      <DataList
        name="webhook-deliveries"
        caption="Deliveries"
        columns={columns}
        list={list}
        nameOf={({ type }) => type}
        actions={(delivery) => (
          <Repeat
            webhookId={webhook.id}
            delivery={delivery}
            onRepeated={() => queries.invalidateQueries({ queryKey })}
          />
        )}
        empty={
          <EmptyState Icon={CircleCheck} title="No deliveries yet">
            They appear here as soon as one of its events happens.
          </EmptyState>
        }
      />
    </>
  );
}

type RepeatProps = { webhookId: string; delivery: WebhookDelivery; onRepeated: () => Promise<void> };

function Repeat({ webhookId, delivery, onRepeated }: RepeatProps) {
  const repeat = useMutation({
    mutationFn: () => api.repeatWebhookDelivery({ params: { id: webhookId, event: delivery.id } }),
    onSuccess: () => {
      notify('success', 'The event is sent again');
      return onRepeated();
    },
    onError: (error) => notify('error', messageOf(error, noResponse('retry'))),
  });
  return (
    <Button size="sm" variant="outline" loading={repeat.isPending} onClick={() => repeat.mutate()}>
      Send again
    </Button>
  );
}
