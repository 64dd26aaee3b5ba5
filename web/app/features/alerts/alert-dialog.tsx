import { zodResolver } from '@hookform/resolvers/zod';
import type { AlertKind } from '@reprise/contract/alerts';
import type { Product } from '@reprise/contract/catalog/product';
import { formatMoney } from '@reprise/contract/money';
import { Problem } from '@reprise/contract/problem';
import { email } from '@reprise/contract/wire';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { useAuth } from '../../session/auth-store.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';

type AlertDialogProps = { open: boolean; product: Product; kind: AlertKind; onClose: () => void };

const titles: Record<AlertKind, string> = {
  'back-in-stock': 'Notify me when available',
  'price-drop': 'Notify me when the price drops',
};

export default function AlertDialog({ open, product, kind, onClose }: AlertDialogProps) {
  return (
    <Modal open={open} onClose={onClose} size="sm" title={titles[kind]}>
      {open && <AlertForm product={product} kind={kind} onClose={onClose} />}
    </Modal>
  );
}

const guestForm = z.object({ email });

/** Customers get alerts at their account's email; guests enter one. */
function AlertForm({ product, kind, onClose }: Omit<AlertDialogProps, 'open'>) {
  const user = useAuth((state) => state.user);
  const form = useForm<z.input<typeof guestForm>>({
    resolver: zodResolver(guestForm),
    defaultValues: { email: user?.email ?? '' },
  });
  const { errors, isSubmitting } = form.formState;

  const subscribe = form.handleSubmit(async (values) => {
    try {
      const body = { kind, ...(user === null && values) };
      const { alert } = await api.addAlert({ params: { id: product.id }, body });
      notify('success', `We will email ${alert.email} once.`);
      onClose();
    } catch (error) {
      const isRejection = error instanceof Problem && error.status < 500;
      form.setError('root', {
        message: isRejection ? error.message : 'The shop did not respond. Please try again.',
      });
    }
  });

  return (
    <form onSubmit={subscribe} noValidate className="grid gap-5">
      <p>
        {kind === 'back-in-stock'
          ? `We email you once when ${product.name} is back in stock.`
          : `We email you once when ${product.name} costs less than ${formatMoney(product.price)}.`}
      </p>
      <div role="alert" className="empty:hidden">
        {errors.root?.message && <ProblemBox message={errors.root.message} />}
      </div>
      {user ? (
        <p className="text-ink-muted text-sm">
          It goes to <span className="break-all font-medium text-ink">{user.email}</span>.
        </p>
      ) : (
        <TextInput
          label="Email"
          type="email"
          required
          autoComplete="email"
          hint="Used only for this alert, and deleted once it is sent."
          error={errors.email?.message}
          {...form.register('email')}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isSubmitting}>
          Notify me
        </Button>
      </div>
    </form>
  );
}
