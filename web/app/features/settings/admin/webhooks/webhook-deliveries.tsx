import type { Webhook, WebhookDelivery } from '@reprise/contract/webhooks/webhooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { DataList, type ListColumn } from '../../../../admin-ui/data-list.tsx';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { useListParams } from '../../../../admin-ui/use-list-params.ts';
import { api } from '../../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../../api/error-message.ts';
import { formatDateTime } from '../../../../formats.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { CircleCheck } from '../../../../ui/icons/lucide.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../../ui/status-dot.tsx';
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
    cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDateTime(createdAt)}</span>,
  },
];

/** Deliveries of a webhook; each can be sent again. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  // The tab and the webhook in the address are no filters of the list.
  const listParams = { ...useListParams(), filterCount: 0 };
  const queries = useQueryClient();
  const queryKey = deliveriesKey(webhook.id);
  const query = { page: listParams.page, limit: listParams.limit };
  const answer = useQuery({
    queryKey: [...queryKey, query],
    queryFn: ({ signal }) => api.listWebhookDeliveries({ params: { id: webhook.id }, query }, { signal }),
    select: ({ deliveries, pagination }) => ({ rows: deliveries, pagination }),
    placeholderData: keepPreviousData,
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
        list={answer}
        listParams={listParams}
        idOf={({ id }) => id}
        nameOf={({ type }) => type}
        filters={null}
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
