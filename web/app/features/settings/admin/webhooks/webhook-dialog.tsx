import type { WebhookEventType } from '@reprise/contract/webhooks/events';
import { type Webhook, webhookInput } from '@reprise/contract/webhooks/webhooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox, ChoiceGroup } from '../../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { ShownSecret } from '../shown-secret.tsx';
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
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<WebhookEventType>>(new Set(webhook?.events));
  const [isChecked, setChecked] = useState(false);
  const input = { url, description, events: [...chosen], enabled: webhook?.enabled ?? true };
  const issues = webhookInput.safeParse(input).error?.issues ?? [];
  const errorOf = (field: string) =>
    isChecked ? issues.find(({ path }) => path[0] === field)?.message : undefined;
  const saving = useMutation({
    mutationFn: async () => {
      const body = webhookInput.parse(input);
      if (!webhook) return (await api.createWebhook({ body })).secret;
      await api.updateWebhook({ params: { id: webhook.id }, body });
      return null;
    },
    onSuccess: (secret) => {
      if (secret === null) notify('success', 'Webhook saved');
      onSaved(secret);
    },
  });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (issues.length === 0) saving.mutate();
      }}
      onCancel={onCancel}
      submitLabel={webhook ? 'Save' : 'Add webhook'}
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The webhook was not saved. Try again.')}
    >
      <div className="grid gap-4">
        <TextInput
          label="Address"
          hint="The events are sent there. It must be reachable from the internet."
          type="url"
          placeholder="https://"
          required
          maxLength={500}
          autoComplete="off"
          value={url}
          error={errorOf('url')}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextInput
          label="Description"
          hint="For staff, such as the program behind the address."
          maxLength={200}
          autoComplete="off"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <EventChoice chosen={chosen} onChange={setChosen} error={errorOf('events')} />
      </div>
    </DialogForm>
  );
}

type EventChoiceProps = {
  chosen: ReadonlySet<WebhookEventType>;
  onChange: (chosen: ReadonlySet<WebhookEventType>) => void;
  error: string | undefined;
};

function EventChoice({ chosen, onChange, error }: EventChoiceProps) {
  const all = eventGroups.flatMap(({ types }) => types);
  const toggle = (type: WebhookEventType, isOn: boolean) =>
    onChange(new Set(isOn ? [...chosen, type] : [...chosen].filter((other) => other !== type)));
  return (
    <ChoiceGroup label="Events" error={error}>
      <div className="mb-2 flex flex-wrap gap-2">
        <Button size="sm" variant="outline" onClick={() => onChange(new Set(all))}>
          All
        </Button>
        <Button size="sm" variant="outline" onClick={() => onChange(new Set())}>
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
                checked={chosen.has(type)}
                onChange={(event) => toggle(type, event.target.checked)}
              />
            ))}
          </div>
        ))}
      </div>
    </ChoiceGroup>
  );
}
