import type { WebhookEventType } from '@reprise/contract/operations/webhooks/events';
import { type Webhook, webhookInput } from '@reprise/contract/operations/webhooks/webhooks';
import { useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { ShownSecret } from '../../../admin-ui/shown-secret.tsx';
import { api } from '../../../api/browser-api.ts';
import type { CheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, ChoiceGroup } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { eventGroups } from './event-groups.ts';

type WebhookDialogProps = {
  /** Missing for a new one. */
  webhook?: Webhook | undefined;
  onSaved: () => void;
  onClose: () => void;
};

/** Adds a webhook and shows its secret, or changes one. */
export function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const title = webhook ? 'Change webhook' : 'Add webhook';
  return (
    <Modal open onClose={onClose} size="lg" title={secret === null ? title : 'Copy the secret'}>
      {secret === null ? (
        <WebhookForm
          webhook={webhook}
          onSaved={(created) => {
            onSaved();
            if (created === null) onClose();
            else setSecret(created);
          }}
          onCancel={onClose}
        />
      ) : (
        <WebhookSecret secret={secret} onClose={onClose} />
      )}
    </Modal>
  );
}

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownSecret
      label="Secret"
      secret={secret}
      reason="The shop shows the secret only now. Put it into the program that receives the events."
      onClose={onClose}
    >
      The program verifies the signature of each event with it, as standardwebhooks.com describes.
    </ShownSecret>
  );
}

type WebhookFormProps = {
  webhook: Webhook | undefined;
  /** Receives the secret of a new webhook. */
  onSaved: (secret: string | null) => void;
  onCancel: () => void;
};

function WebhookForm({ webhook, onSaved, onCancel }: WebhookFormProps) {
  const form = useSavedForm({
    defaultValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      events: webhook?.events ?? [],
    },
    schema: webhookInput,
    bodyOf: (values) => ({ ...values, enabled: webhook?.enabled ?? true }),
    save: async (body) => {
      if (!webhook) return (await api.createWebhook({ body })).secret;
      await api.updateWebhook({ params: { id: webhook.id }, body });
      return null;
    },
    failed: 'The webhook was not saved. Try again.',
    invalidates: [],
    onSaved: (secret) => {
      if (secret === null) notify('success', 'Webhook saved');
      onSaved(secret);
    },
  });
  return (
    <DialogForm form={form} onCancel={onCancel} submitLabel={webhook ? 'Save' : 'Add webhook'}>
      <div className="grid gap-4">
        <TextInput
          label="Address"
          hint="The events are sent there. It must be reachable from the internet."
          type="url"
          placeholder="https://"
          required
          maxLength={500}
          autoComplete="off"
          {...form.field('url')}
        />
        <TextInput
          label="Description"
          hint="For staff, such as the program behind the address."
          maxLength={200}
          autoComplete="off"
          {...form.field('description')}
        />
        <EventChoice form={form} />
      </div>
    </DialogForm>
  );
}

type WebhookFields = CheckedForm<{ url: string; description: string; events: WebhookEventType[] }>;

function EventChoice({ form }: { form: WebhookFields }) {
  const { error, ...events } = form.field('events');
  const { onChange } = form.choice('events');
  return (
    <ChoiceGroup label="Events" error={error}>
      <div className="mb-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="outline"
          onClick={() => onChange(eventGroups.flatMap(({ types }) => types))}
        >
          All
        </Button>
        <Button size="sm" variant="outline" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {eventGroups.map(({ label, types }) => (
          <div key={label}>
            <p className="mb-1 font-medium text-sm">{label}</p>
            {types.map((type) => (
              <Checkbox
                key={type}
                label={<code className="font-mono text-sm">{type}</code>}
                value={type}
                {...events}
              />
            ))}
          </div>
        ))}
      </div>
    </ChoiceGroup>
  );
}
