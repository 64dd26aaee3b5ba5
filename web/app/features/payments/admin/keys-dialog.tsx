import {
  type PaymentKeysInput,
  type PaymentSetup,
  paymentKeysInput,
} from '@reprise/contract/payments/payment-setup';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { formResolver, showFieldErrors } from '../../../admin-ui/form-resolver.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type KeysDialogProps = {
  open: boolean;
  setup: PaymentSetup;
  onSaved: (answer: { setup: PaymentSetup }) => void;
  onClose: () => void;
};

/** Accepts Stripe keys. They are verified before they are stored; stored secrets are never shown. */
export function KeysDialog({ open, onClose, ...rest }: KeysDialogProps) {
  return (
    <Modal open={open} onClose={onClose} title="Connect Stripe" size="md">
      {open && <KeysForm onClose={onClose} {...rest} />}
    </Modal>
  );
}

type KeysValues = { publishableKey: string; secretKey: string; webhookSecret: string };

const fields = ['publishableKey', 'secretKey', 'webhookSecret'] as const;

/** An empty secret remains unchanged. */
function wireOf({ publishableKey, secretKey, webhookSecret }: KeysValues): PaymentKeysInput {
  return {
    publishableKey,
    ...(secretKey.trim() && { secretKey }),
    ...(webhookSecret.trim() && { webhookSecret }),
  };
}

function KeysForm({ setup, onSaved, onClose }: Omit<KeysDialogProps, 'open'>) {
  const form = useForm<KeysValues>({
    defaultValues: { publishableKey: setup.publishableKey ?? '', secretKey: '', webhookSecret: '' },
    resolver: formResolver(paymentKeysInput, wireOf),
  });
  const saving = useMutation({
    mutationFn: (values: KeysValues) => api.setPaymentKeys({ body: paymentKeysInput.parse(wireOf(values)) }),
    onSuccess: (answer) => {
      onSaved(answer);
      notify('success', 'Payment keys saved. Stripe now processes payments.');
      onClose();
    },
    onError: (error) => {
      if (problemCodeOf(error)) showFieldErrors((error as Problem).errors, [...fields], form.setError);
    },
  });
  const field = (name: keyof KeysValues) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
    autoComplete: 'off',
    spellCheck: false,
  });
  const hasStoredKeys = setup.source === 'settings';
  return (
    <DialogForm
      onSubmit={form.handleSubmit((values) => saving.mutate(values))}
      onCancel={onClose}
      submitLabel="Check and save"
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The keys were not saved. Try again in a moment.')}
    >
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          You find the keys in Stripe's dashboard under Developers, API keys. Use two of the same kind: test
          keys to try everything, live keys to take money.
        </p>
        <TextInput label="Publishable key" required placeholder="pk_test_…" {...field('publishableKey')} />
        <TextInput
          label="Secret key"
          required={!hasStoredKeys}
          type="password"
          placeholder={setup.secretKeyHint ?? 'sk_test_…'}
          hint={hasStoredKeys ? 'Leave it empty to keep the one that is stored.' : undefined}
          {...field('secretKey')}
        />
        <TextInput
          label="Webhook signing secret"
          required={!hasStoredKeys}
          type="password"
          placeholder={setup.webhookSecretHint ?? 'whsec_…'}
          hint={
            <>
              In Stripe under Developers, Webhooks, add an endpoint with this address and the events
              payment_intent.*, charge.* and refund.*:{' '}
              <code className="tabular break-all text-ink">{setup.webhookUrl}</code>
            </>
          }
          {...field('webhookSecret')}
        />
      </div>
    </DialogForm>
  );
}
