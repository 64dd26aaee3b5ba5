import { type Exemption, exemptWords } from '@reprise/contract/sales/orders/tax/exemption';
import { useState } from 'react';
import { AddressFields } from '../../../forms/address/address-fields.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { CheckoutForm } from '../checkout-form.ts';
import { Section } from '../checkout-section.tsx';
import type { CheckoutFormParts } from '../use-checkout-form.ts';

type BillingAddress = NonNullable<CheckoutForm['billing']>;
type FormProps = Pick<CheckoutFormParts, 'form'>;
type BusinessProps = FormProps & { exemption: Exemption };

/** Billing address, if it is another than the shipping address, and the business that buys. */
export function BillingSection({ form, exemption }: BusinessProps) {
  const address = form.watch('billing');
  return (
    <Section title="Billing">
      <Checkbox
        label={
          form.watch('shippingMethod') === 'pickup'
            ? 'No billing address'
            : 'Billing address same as shipping'
        }
        checked={!address}
        onChange={({ target }) => {
          if (target.checked) form.unregister('billing');
          else form.setValue('billing', blankAddress(form.getValues()), { shouldDirty: true });
        }}
      />
      {address && <BillingAddressFields form={form} address={address} />}
      <BusinessFields {...{ form, exemption }} />
    </Section>
  );
}

const blankAddress = ({ firstName, lastName, country }: CheckoutForm): BillingAddress => ({
  ...{ firstName, lastName, country },
  ...{ address: '', address2: '', city: '', state: '', zipCode: '' },
});

function BillingAddressFields({ form, address }: FormProps & { address: BillingAddress }) {
  const errors = form.formState.errors.billing;
  const { country, state = '', zipCode = '' } = address;
  return (
    <AddressFields
      kind="billing"
      values={{ country, state, zipCode, phone: '' }}
      field={(name) => {
        // A billing address has neither email nor phone number.
        const part = name as keyof BillingAddress;
        return { ...form.register(`billing.${part}`), error: errors?.[part]?.message };
      }}
    />
  );
}

/** Fields of a business, folded until it is asked for. */
function BusinessFields({ form, exemption }: BusinessProps) {
  const [isOpen, setOpen] = useState(false);
  const filled = form.watch(['company', 'vatNumber']).some(Boolean);
  const { errors } = form.formState;
  const hasError = Boolean(errors.company ?? errors.vatNumber);
  return (
    <details
      open={isOpen || filled || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-link text-sm">
        Buying for a business?
      </summary>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <TextInput
          label="Company (optional)"
          autoComplete="billing organization"
          {...form.register('company')}
          error={errors.company?.message}
        />
        <TextInput
          label="VAT number (optional)"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint="With the letters of its country, such as DE136695976."
          {...form.register('vatNumber')}
          error={errors.vatNumber?.message}
        />
        <p role="status" className="text-sm empty:hidden sm:col-span-2">
          {exemption === 'exempt' ? exemptWords : exemption?.reason}
        </p>
      </div>
    </details>
  );
}
