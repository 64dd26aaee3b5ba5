import type { Webhook } from '@reprise/contract/operations/webhooks/webhooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DeleteDialog } from '../../../admin-ui/delete-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { formatCount, formatDateTime } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../ui/status-dot.tsx';
import { WebhookDialog, WebhookSecret } from './webhook-dialog.tsx';

type WebhookCardProps = { webhook: Webhook; onChanged: () => void };
type Open = 'form' | 'delete' | 'renew' | 'secret' | null;

/** A webhook with its state and what can be done with it. */
export function WebhookCard({ webhook, onChanged }: WebhookCardProps) {
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState('');
  const { id, url, description, events, enabled } = webhook;
  const run = useMutation({
    mutationFn: (work: () => Promise<void>) => work(),
    onSuccess: onChanged,
    onError: (error) => notify('error', messageOf(error, noResponse('retry'))),
  });
  const params = { id };
  const setEnabled = async () => {
    await api.updateWebhook({ params, body: { url, description, events, enabled: !enabled } });
    notify('success', enabled ? 'Webhook switched off' : 'Webhook switched on');
  };
  const test = async () => {
    await api.testWebhook({ params });
    notify('success', 'Test event queued. Its delivery is in the list in a few seconds.');
  };
  const renew = async () => {
    setSecret((await api.renewWebhookSecret({ params })).secret);
    setOpen('secret');
  };
  const close = () => setOpen(null);
  return (
    <li className="px-4 py-3 text-sm">
      <p className="wrap-anywhere font-medium">{url}</p>
      {description && <p className="wrap-anywhere text-ink-muted">{description}</p>}
      <WebhookState webhook={webhook} />
      <p className="text-ink-muted">
        {events.length === 1 ? events[0] : `${events.length} events`} ·{' '}
        <Link to={`/admin/settings?tab=webhooks&webhook=${id}`} className="text-link">
          Deliveries
        </Link>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => setOpen('form')}>
          Change
        </Button>
        {enabled && (
          <Button size="sm" variant="outline" onClick={() => run.mutate(test)}>
            Send test event
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => run.mutate(setEnabled)}>
          {enabled ? 'Switch off' : 'Switch on'}
        </Button>
        <Button size="sm" variant="outline" onClick={() => setOpen('renew')}>
          Renew secret
        </Button>
        <Button size="sm" variant="outline" onClick={() => setOpen('delete')}>
          Delete
        </Button>
      </div>
      <RenewalDialog
        open={open === 'renew'}
        renewing={run.isPending}
        onRenew={() => run.mutate(renew)}
        onClose={close}
      />
      {open === 'form' && <WebhookDialog webhook={webhook} onSaved={onChanged} onClose={close} />}
      <Modal open={open === 'secret'} onClose={close} title="Copy the secret">
        <WebhookSecret secret={secret} onClose={close} />
      </Modal>
      <DeleteDialog
        title="Delete webhook"
        item={open === 'delete' ? webhook : null}
        nameOf={() => url}
        remove={() => api.deleteWebhook({ params })}
        onDeleted={() => {
          notify('success', 'Webhook deleted');
          onChanged();
        }}
        failedMessage="The webhook could not be deleted."
        onClose={close}
      >
        {() => <p>Events that wait for it are not sent.</p>}
      </DeleteDialog>
    </li>
  );
}

type RenewalDialogProps = { open: boolean; renewing: boolean; onRenew: () => void; onClose: () => void };

function RenewalDialog({ open, renewing, onRenew, onClose }: RenewalDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Renew secret">
      <div className="grid gap-4 text-sm">
        <p>The old secret ends at once. The receiver refuses events until it has the new one.</p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={renewing} onClick={onRenew}>
            Renew secret
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const { enabled, disabledReason, waiting, lastDeliveredAt } = webhook;
  const waits = waiting > 0 && `${formatCount(waiting)} ${waiting === 1 ? 'event waits' : 'events wait'}`;
  if (!enabled) {
    return (
      <p className="wrap-anywhere">
        <StatusDot tone={disabledReason ? 'bad' : 'neutral'}>
          Off{disabledReason && `. ${disabledReason}`} {waits && `${waits}: switch it on to send them.`}
        </StatusDot>
      </p>
    );
  }
  const last = lastDeliveredAt ? `last delivery ${formatDateTime(lastDeliveredAt)}` : 'no delivery yet';
  return (
    <p>
      <StatusDot tone={waits ? 'warn' : 'good'}>
        On, {last}
        {waits && `, ${waits}`}
      </StatusDot>
    </p>
  );
}
