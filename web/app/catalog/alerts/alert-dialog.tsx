import type { AlertKind } from '@reprise/contract/catalog/alerts';
import { offerName } from '@reprise/contract/catalog/products/conditions';
import type { Product } from '@reprise/contract/catalog/products/product';
import { type Cents, cents, formatMoney } from '@reprise/contract/money';
import { problemCodeOf } from '@reprise/contract/problem';
import { email } from '@reprise/contract/wire';
import { useState } from 'react';
import { z } from 'zod';
import { api } from '../../api/browser-api.ts';
import { noResponse } from '../../api/error-message.ts';
import { formatDate } from '../../formats.ts';
import { useCheckedForm } from '../../forms/use-checked-form.ts';
import { useAuth } from '../../session/auth-store.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/forms/form-error.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { notify } from '../../ui/overlays/notify.ts';
import { ProblemBox } from '../../ui/problem-box.tsx';
import { type ActiveAlert, findActiveAlert } from './find-active-alert.ts';
import { rememberGuestAlert } from './guest-alerts.ts';

type AlertDialogProps = {
  open: boolean;
  product: Product;
  kind: AlertKind;
  /** The alert that is set; undefined without one. */
  alert: ActiveAlert | undefined;
  onChange: (alert: ActiveAlert | undefined) => void;
  onClose: () => void;
};

const titles: Record<AlertKind, string> = {
  'back-in-stock': 'Notify me when available',
  'price-drop': 'Notify me when the price drops',
};

const setTitles: Record<AlertKind, string> = {
  'back-in-stock': 'Stock alert set',
  'price-drop': 'Price alert set',
};

export default function AlertDialog({ open, alert, ...props }: AlertDialogProps) {
  const { kind, onClose } = props;
  return (
    <Modal open={open} onClose={onClose} size="sm" title={alert ? setTitles[kind] : titles[kind]}>
      {open && (alert ? <ActiveAlertInfo alert={alert} {...props} /> : <AlertForm {...props} />)}
    </Modal>
  );
}

type InfoProps = Omit<AlertDialogProps, 'open' | 'alert'> & { alert: ActiveAlert };

/** Says which mail is coming. A customer removes the alert here, a guest by the link in the confirmation. */
function ActiveAlertInfo({ alert, product, kind, onChange, onClose }: InfoProps) {
  const [failure, setFailure] = useState('');
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = async (id: string) => {
    setIsRemoving(true);
    try {
      await api.stopOwnAlert({ params: { id } });
    } catch (error) {
      // The alert was sent or removed elsewhere, so it is gone either way.
      if (problemCodeOf(error) !== 'NOT_FOUND') {
        setIsRemoving(false);
        return setFailure('Nothing was changed. Please try again.');
      }
    }
    onChange(undefined);
    onClose();
    notify('success', `The alert for ${product.name} was removed.`);
  };
  const { id } = alert;
  return (
    <div className="grid gap-5">
      <p>{promiseOf(kind, product, cents(alert.price))}</p>
      <p className="text-ink-muted text-sm">
        Set on {formatDate(alert.setAt)}.
        {id === null && ' The email that confirmed it has a link to stop it.'}
      </p>
      <div role="alert" className="empty:hidden">
        {failure && <ProblemBox message={failure} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        {id === null ? (
          <Button variant="outline" onClick={() => onChange(undefined)}>
            Use another email
          </Button>
        ) : (
          <Button variant="outline" loading={isRemoving} onClick={() => void remove(id)}>
            Remove alert
          </Button>
        )}
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  );
}

/** Names the offer, because other configurations and conditions have alerts of their own. */
const promiseOf = (kind: AlertKind, product: Product, price: Cents) =>
  kind === 'back-in-stock'
    ? `We email you once when ${offerName(product)} is back in stock.`
    : `We email you once when ${offerName(product)} costs less than ${formatMoney(price)}.`;

const guestForm = z.object({ email });

/** Customers get alerts at their account's email; guests enter one. */
function AlertForm({ product, kind, onChange, onClose }: Omit<AlertDialogProps, 'open' | 'alert'>) {
  const user = useAuth((state) => state.user);
  const form = useCheckedForm({
    defaultValues: { email: user?.email ?? '' },
    schema: guestForm,
    save: (values) =>
      api.addAlert({ params: { id: product.id }, body: { kind, ...(user === null && values) } }),
    failed: noResponse('retry'),
    onSaved: async ({ alert }) => {
      notify('success', `We will email ${alert.email} once.`);
      if (user === null) rememberGuestAlert(product, kind);
      onChange(await findActiveAlert(product, kind).catch(() => undefined));
      onClose();
    },
  });

  return (
    <form onSubmit={form.submit} noValidate className="grid gap-5">
      <p>{promiseOf(kind, product, product.price)}</p>
      <FormError message={form.failure} />
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
          {...form.field('email')}
        />
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          Notify me
        </Button>
      </div>
    </form>
  );
}
