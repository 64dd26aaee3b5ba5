import type { ReturnAddress } from '@reprise/contract/sales/orders/shipping/carrier-account';
import { type ReturnSettings, returnSettingsInput } from '@reprise/contract/sales/returns/return-settings';
import { readWhole } from '@reprise/contract/typed-number';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { SenderFields, useBlankSender } from '../../../forms/address/sender-fields.tsx';
import type { CheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { TextArea } from '../../../ui/forms/text-area.tsx';

type Values = {
  sendDays: string;
  graceDays: string;
  answerDays: string;
  hasAddress: boolean;
  address: ReturnAddress;
  instructions: string;
  withdrawal: boolean;
};

const valuesOf = (
  { sendDays, graceDays, answerDays, address, instructions, withdrawal }: ReturnSettings,
  blank: ReturnAddress,
): Values => ({
  sendDays: String(sendDays),
  graceDays: String(graceDays),
  answerDays: String(answerDays),
  hasAddress: address !== null,
  address: address ?? blank,
  instructions,
  withdrawal,
});

/** Days, address and instructions of returns. */
export function ReturnSettingsSection() {
  const settings = useQuery({
    queryKey: ['return-settings'],
    queryFn: ({ signal }) => api.getReturnSettings({}, { signal }),
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  return (
    <Loaded query={settings} failed="The settings could not be loaded" look="framed" skeleton="h-96">
      {(data) => <SettingsForm settings={data.settings} />}
    </Loaded>
  );
}

function SettingsForm({ settings }: { settings: ReturnSettings }) {
  const version = useRef(settings.version);
  const blank = useBlankSender();
  const form = useSavedForm({
    defaultValues: valuesOf(settings, blank),
    schema: returnSettingsInput,
    bodyOf: ({ sendDays, graceDays, answerDays, hasAddress, address, instructions, withdrawal }: Values) => ({
      sendDays: readWhole(sendDays) ?? null,
      graceDays: readWhole(graceDays) ?? null,
      answerDays: readWhole(answerDays) ?? null,
      address: hasAddress ? address : null,
      instructions,
      withdrawal,
      version: version.current,
    }),
    save: (body) => api.updateReturnSettings({ body }),
    done: 'Days and address of returns saved',
    failed: 'The settings were not saved. Try again in a moment.',
    invalidates: [],
    valuesAfter: (answer) => valuesOf(answer.settings, blank),
    onSaved: (answer) => {
      version.current = answer.settings.version;
    },
  });
  const { field } = form;
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-8">
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="mb-3 font-semibold text-base">Days</legend>
        <WholeNumberInput
          label="To send a parcel"
          lowest={1}
          hint="From the approval."
          {...field('sendDays')}
        />
        <WholeNumberInput label="Grace" hint="For parcels on the way." {...field('graceDays')} />
        <WholeNumberInput
          label="To answer (business days)"
          lowest={1}
          hint="Requests and arrived parcels."
          {...field('answerDays')}
        />
      </fieldset>
      <AddressFields form={form} />
      <TextArea
        label="Before a device is sent"
        hint="One step a line, on the page of the return and in its email. Empty for the usual steps: accounts, SIM cards, reset, accessories."
        rows={5}
        maxLength={2000}
        {...field('instructions')}
      />
      <Checkbox
        label="Customers withdraw from the contract without staff"
        hint="In the European Union and the United Kingdom, within 14 days of delivery. ° Ask your lawyer; when off, withdrawals become messages."
        {...field('withdrawal')}
      />
      <div>
        {form.failure && <FormFailure>{form.failure}</FormFailure>}
        <Button type="submit" loading={form.isSaving}>
          Save days and address
        </Button>
      </div>
      <UnsavedChanges isDirty={form.isUnsaved} />
    </form>
  );
}

function AddressFields({ form: { field, watch } }: { form: CheckedForm<Values> }) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-3 font-semibold text-base">Address</legend>
      <Checkbox
        className="sm:col-span-2"
        label="Returns go to an address of their own"
        hint="When off, they go to the address of the store."
        {...field('hasAddress')}
      />
      {watch('hasAddress') && (
        <SenderFields sender={watch('address')} field={(name) => field(`address.${name}`)} />
      )}
    </fieldset>
  );
}
