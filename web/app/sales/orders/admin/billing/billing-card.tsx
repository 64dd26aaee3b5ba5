import type { Country } from '@reprise/contract/countries';
import type { ShippingMethod } from '@reprise/contract/sales/orders/pricing';
import type { Exemption } from '@reprise/contract/sales/orders/tax/exemption';
import type { UseFormReturn } from 'react-hook-form';
import { BillingFields } from '../../../../forms/billing/billing-fields.tsx';
import type { BillingForm } from '../../../../forms/billing/billing-form.ts';
import { Card } from '../../../../ui/card.tsx';

type OrderForm = BillingForm & {
  firstName: string;
  lastName: string;
  country: Country;
  shippingMethod: ShippingMethod;
};

/** Card of a form of staff with the customer that the order is billed to. */
export function BillingCard<Values extends OrderForm, Checked>({
  form,
  exemption = null,
}: {
  form: UseFormReturn<Values, unknown, Checked>;
  /** Missing where no order is exempt. */
  exemption?: Exemption;
}) {
  const values = form.getValues();
  return (
    <Card title="Billing">
      <BillingFields
        form={form}
        exemption={exemption}
        isCollected={values.shippingMethod === 'pickup'}
        recipient={values}
      />
    </Card>
  );
}
