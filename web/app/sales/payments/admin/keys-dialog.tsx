import { type PaymentSetup, paymentKeysInput } from '@reprise/contract/sales/payments/payment-setup';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type KeysDialogProps = {
  setup: PaymentSetup;
  onSaved: (answer: { setup: PaymentSetup }) => void;
  onClose: () => void;
};

/** Accepts Stripe keys. They are verified before they are stored; stored secrets are never shown. */
export function KeysDialog({ setup, onSaved, onClose }: KeysDialogProps) {
  const form = useSavedForm({
    defaultValues: { publishableKey: setup.publishableKey ?? '', secretKey: '', webhookSecret: '' },
    schema: paymentKeysInput,
    // An empty secret remains unchanged.
    bodyOf: ({ publishableKey, secretKey, webhookSecret }) => ({
      publishableKey,
      ...(secretKey.trim() && { secretKey }),
      ...(webhookSecret.trim() && { webhookSecret }),
    }),
    save: (body) => api.setPaymentKeys({ body }),
    done: 'Payment keys saved. Stripe now processes payments.',
    failed: 'The keys were not saved. Try again in a moment.',
    invalidates: [],
    onSaved: (answer) => {
      onSaved(answer);
      onClose();
    },
  });
  const plain = { autoComplete: 'off', spellCheck: false };
  const hasStoredKeys = setup.source === 'settings';
  return (
    <FormDialog form={form} title="Connect Stripe" onClose={onClose} submitLabel="Check and save">
      <div className="grid gap-4">
        <p className="text-ink-muted text-sm">
          You find the keys in Stripe's dashboard under Developers, API keys. Use two of the same kind: test
          keys to try everything, live keys to take money.
        </p>
        <TextInput
          label="Publishable key"
          required
          placeholder="pk_test_…"
          {...plain}
          {...form.field('publishableKey')}
        />
        <TextInput
          label="Secret key"
          required={!hasStoredKeys}
          type="password"
          placeholder={setup.secretKeyHint ?? 'sk_test_…'}
          hint={hasStoredKeys ? 'Leave it empty to keep the one that is stored.' : undefined}
          {...plain}
          {...form.field('secretKey')}
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
          {...plain}
          {...form.field('webhookSecret')}
        />
      </div>
    </FormDialog>
  );
}
