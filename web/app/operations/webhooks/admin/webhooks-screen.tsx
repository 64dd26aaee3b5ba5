import type { Webhook as WebhookAnswer } from '@reprise/contract/operations/webhooks/webhooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { ScreenHeader } from '../../../admin-ui/screen-header.tsx';
import { api } from '../../../api/browser-api.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Webhook } from '../../../ui/icons/lucide.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { webhooksKey } from './webhooks-key.ts';

/** Webhooks of the shop, or the deliveries of one. */
export default function WebhooksScreen() {
  const [params] = useSearchParams();
  const webhooks = useQuery({
    queryKey: webhooksKey,
    queryFn: ({ signal }) => api.listWebhooks({}, { signal }),
  });
  const shown = webhooks.data?.webhooks.find(({ id }) => id === params.get('webhook'));
  if (shown) return <WebhookDeliveries webhook={shown} />;
  return (
    <div className="max-w-3xl">
      <Breadcrumb steps={[{ label: 'Settings', to: '/admin/settings' }, { label: 'Webhooks' }]} />
      {!webhooks.data && <ScreenHeader title="Webhooks" />}
      <Loaded query={webhooks} failed="Webhooks could not be loaded" look="framed" skeleton="h-64">
        {(data) => <WebhookList webhooks={data.webhooks} />}
      </Loaded>
    </div>
  );
}

function WebhookList({ webhooks }: { webhooks: WebhookAnswer[] }) {
  const [isAdding, setAdding] = useState(false);
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: webhooksKey });
  return (
    <>
      <ScreenHeader title="Webhooks">
        <Button onClick={() => setAdding(true)}>Add webhook</Button>
      </ScreenHeader>
      <p className="mb-4 text-ink-muted text-sm">
        The shop tells other programs what happens, within seconds and at least once. Events carry ids and
        figures, no names or addresses; a program reads those with an API token. The events are described
        under <code className="font-mono">/api/docs</code>.
      </p>
      {webhooks.length === 0 ? (
        <div className="rounded-tile border border-line bg-raised">
          <EmptyState title="No webhooks yet" Icon={Webhook}>
            Add one to keep bookkeeping, stock or marketplace software up to date.
          </EmptyState>
        </div>
      ) : (
        <ul aria-label="Webhooks" className="divide-y divide-line rounded-tile border border-line bg-raised">
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} onChanged={refresh} />
          ))}
        </ul>
      )}
      {isAdding && <WebhookDialog onSaved={refresh} onClose={() => setAdding(false)} />}
    </>
  );
}
