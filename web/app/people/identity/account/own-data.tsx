import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { api } from '../../../api/browser-api.ts';
import { noResponse } from '../../../api/error-message.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { leaveAccountCart } from '../../../sales/cart/account-cart.ts';
import { useAuth } from '../../../session/auth-store.ts';
import { Button } from '../../../ui/button.tsx';
import { CardSection } from '../../../ui/card-group.tsx';
import { FormError } from '../../../ui/forms/form-error.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { saveOwnData } from './save-own-data.ts';

/** Data export and account deletion. */
export function OwnData({ email }: { email: string }) {
  const [saving, setSaving] = useState(false);
  const [deleteOpen, setDeleteOpen] = useState(false);

  async function save(): Promise<void> {
    setSaving(true);
    try {
      await saveOwnData();
    } catch (error) {
      const isLimited = problemCodeOf(error) === 'RATE_LIMITED';
      notify(
        'error',
        isLimited ? (error as Problem).message : 'Your data could not be downloaded. Please try again.',
      );
    }
    setSaving(false);
  }

  return (
    <>
      <CardSection
        title="Export"
        action={
          <Button variant="outline" size="sm" loading={saving} onClick={() => void save()}>
            Export my data
          </Button>
        }
      >
        <p className="text-ink-muted text-sm">
          One file with your profile, addresses, orders, reviews, wishlist, alerts and cart, and a list of the
          emails we sent you.
        </p>
      </CardSection>
      <CardSection
        title="Deletion"
        action={
          <Button variant="outline" size="sm" onClick={() => setDeleteOpen(true)}>
            Delete my account
          </Button>
        }
      >
        <p className="text-ink-muted text-sm">
          Deletes your profile, addresses and wishlist. Orders stay for accounting, without your name.
        </p>
      </CardSection>
      <DeleteAccountDialog email={email} open={deleteOpen} onClose={() => setDeleteOpen(false)} />
    </>
  );
}

type DialogProps = { email: string; open: boolean; onClose: () => void };

const deleteForm = z.object({ password: z.string().min(1, 'Enter your current password') });

function DeleteAccountDialog({ email, open, onClose }: DialogProps) {
  const formId = useId();
  const navigate = useNavigate();
  const form = useCheckedForm({
    defaultValues: { password: '' },
    schema: deleteForm,
    save: (body) => api.deleteAccount({ body }),
    failed: noResponse('retry'),
    onlyAtFields: true,
    valuesAfter: () => ({ password: '' }),
    onSaved: async () => {
      await navigate('/');
      useAuth.getState().signOut();
      leaveAccountCart();
      notify('success', 'Your account has been deleted.');
    },
  });

  const close = () => {
    form.clearErrors();
    onClose();
  };

  return (
    <Modal
      open={open}
      onClose={close}
      title="Delete my account"
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Keep my account
          </Button>
          <Button variant="danger" type="submit" form={formId} loading={form.isSaving}>
            Delete my account
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.submit} noValidate className="grid gap-4 text-sm">
        <FormError message={form.failure} />
        <p>
          <strong>Deleted immediately and permanently:</strong> your profile, password and sign-ins, saved
          addresses, wishlist and stored emails. Your reviews stay without your name.
        </p>
        <p>
          <strong>Kept for accounting:</strong> items, dates and amounts of your orders, without your name or
          address. Orders that are not delivered yet keep them until delivery.
        </p>
        <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
        <TextInput
          label="Password"
          type="password"
          required
          autoComplete="current-password"
          hint="To confirm that it is you."
          {...form.field('password')}
        />
      </form>
    </Modal>
  );
}
