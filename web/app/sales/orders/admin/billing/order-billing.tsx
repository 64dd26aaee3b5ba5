import type { Country } from '@reprise/contract/countries';
import type { Order } from '@reprise/contract/sales/orders/order';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../admin-ui/dialog-form.tsx';
import { api } from '../../../../api/browser-api.ts';
import { BillingFields } from '../../../../forms/billing/billing-fields.tsx';
import {
  billingForm,
  billingFormOf,
  billingOf,
  rethrowAtFormFields,
} from '../../../../forms/billing/billing-form.ts';
import { useCheckedForm } from '../../../../forms/use-checked-form.ts';
import { usePermissions } from '../../../../session/use-permissions.ts';
import { Button } from '../../../../ui/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { BilledTo } from '../../billed-to.tsx';
import { hasInvoice } from '../../invoices/order-invoice.tsx';
import { OrderSection } from '../order-section.tsx';

/** Recipient of the invoices of an order, which staff may change until the order is cancelled or refunded. */
export function OrderBilling({ order }: { order: Order }) {
  const can = usePermissions();
  const [isOpen, setOpen] = useState(false);
  const isBillable = order.status !== 'cancelled' && order.paymentStatus !== 'refunded';
  const canChange =
    can('orders.edit') && can('customers.read') && isBillable && order.shippingAddress.address !== '';
  if (!order.billing && !canChange) return null;
  return (
    <OrderSection
      title="Billed to"
      action={
        canChange && (
          <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
            Change billing
          </Button>
        )
      }
    >
      <p className="text-sm">
        {order.billing ? <BilledTo order={order} /> : <span className="text-ink-muted">{sameOf(order)}</span>}
      </p>
      <Modal open={isOpen} onClose={() => setOpen(false)} title="Change billing" size="lg">
        {isOpen && <BillingDialog order={order} onClose={() => setOpen(false)} />}
      </Modal>
    </OrderSection>
  );
}

const sameOf = ({ shippingMethod }: Order) =>
  shippingMethod === 'pickup' ? 'No billing address' : 'Same as shipping';

const recipientOf = ({ shippingAddress: { firstName, lastName, country } }: Order) => ({
  firstName,
  lastName,
  country: country as Country,
});

function BillingDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useCheckedForm({
    schema: billingForm,
    defaultValues: billingFormOf(order.billing),
    save: (values) =>
      api
        .changeOrderBilling({
          params: { id: order.id },
          body: { version: order.version ?? 0, billing: billingOf(values) },
        })
        .catch(rethrowAtFormFields),
    onSaved: () => {
      notify('success', 'Billing changed');
      onClose();
      void queries.invalidateQueries();
    },
  });
  return (
    <DialogForm
      form={form}
      onCancel={onClose}
      submitLabel="Save"
      hint={
        hasInvoice(order) &&
        'The invoice is credited and issued again with these data. The amounts stay the same.'
      }
    >
      <BillingFields
        form={form}
        isCollected={order.shippingMethod === 'pickup'}
        recipient={recipientOf(order)}
      />
    </DialogForm>
  );
}
