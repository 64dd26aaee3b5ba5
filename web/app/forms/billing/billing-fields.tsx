import type { Country } from '@reprise/contract/countries';
import { type Exemption, exemptWords } from '@reprise/contract/sales/orders/tax/exemption';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { AddressFields } from '../address/address-fields.tsx';
import type { BillingForm } from './billing-form.ts';

type BillingAddress = NonNullable<BillingForm['billing']>;
type FormProps = { form: UseFormReturn<BillingForm> };
type BusinessProps = FormProps & { exemption: Exemption };

type BillingFieldsProps<Values extends BillingForm, Checked> = {
  form: UseFormReturn<Values, unknown, Checked>;
  /** True if the order is collected, so that it has no shipping address. */
  isCollected: boolean;
  /** Recipient of the parcel, to start a billing address with. */
  recipient: { firstName: string; lastName: string; country: Country };
  /** Missing where the order keeps the tax it has. */
  exemption?: Exemption;
};

/** Billing address, if it is another than the shipping address, and the business that buys. */
export function BillingFields<Values extends BillingForm, Checked>({
  form: whole,
  isCollected,
  recipient,
  exemption = null,
}: BillingFieldsProps<Values, Checked>) {
  const form = whole as unknown as UseFormReturn<BillingForm>;
  const address = form.watch('billing');
  return (
    <div className="grid gap-4">
      <Checkbox
        label={isCollected ? 'No billing address' : 'Billing address same as shipping'}
        checked={!address}
        onChange={({ target }) => {
          if (target.checked) form.unregister('billing');
          else form.setValue('billing', blankAddress(recipient), { shouldDirty: true });
        }}
      />
      {address && <BillingAddressFields form={form} address={address} />}
      <BusinessFields form={form} exemption={exemption} />
    </div>
  );
}

const blankAddress = ({
  firstName,
  lastName,
  country,
}: BillingFieldsProps<BillingForm, unknown>['recipient']): BillingAddress => ({
  firstName,
  lastName,
  country,
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
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
