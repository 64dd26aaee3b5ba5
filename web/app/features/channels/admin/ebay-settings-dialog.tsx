import type { Channel } from '@reprise/contract/channels/channel';
import { type EbayChoices, type EbaySettings, ebaySettings } from '@reprise/contract/channels/ebay';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';

type EbaySettingsDialogProps = { channel: Channel; onSaved: (channel: Channel) => void; onClose: () => void };

/** Policies, place and categories of an eBay channel, chosen from its account. */
export function EbaySettingsDialog(props: EbaySettingsDialogProps) {
  const { channel, onClose } = props;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['ebay-settings', channel.id],
    queryFn: ({ signal }) => api.getEbaySettings({ params: { id: channel.id } }, { signal }),
    // The form is filled once, so that a refetch does not replace edits.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    gcTime: 0,
  });
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  return (
    <Modal open onClose={onClose} size="lg" title="eBay settings">
      {data && categories.data ? (
        <SettingsForm {...props} {...data} shopCategories={categories.data} />
      ) : error ? (
        <ErrorState title="eBay could not be asked" onRetry={() => refetch()} retrying={isFetching}>
          {messageOf(error, noResponse('unchanged'))}
        </ErrorState>
      ) : (
        <Skeleton className="h-80" />
      )}
    </Modal>
  );
}

type ShopCategory = { id: string; name: string };
type SettingsFormProps = EbaySettingsDialogProps & {
  settings: EbaySettings | null;
  choices: EbayChoices;
  shopCategories: ShopCategory[];
};

const onlyOne = (choices: { id: string }[]) => (choices.length === 1 ? (choices[0]?.id ?? '') : '');

function SettingsForm({ channel, settings, choices, shopCategories, onSaved, onClose }: SettingsFormProps) {
  const [values, setValues] = useState<EbaySettings>(
    settings ?? {
      fulfillmentPolicyId: onlyOne(choices.fulfillmentPolicies),
      paymentPolicyId: onlyOne(choices.paymentPolicies),
      returnPolicyId: onlyOne(choices.returnPolicies),
      locationKey: onlyOne(choices.locations),
      isRefurbisher: false,
      categories: {},
    },
  );
  const [isChecked, setChecked] = useState(false);
  const typed = Object.entries(values.categories).map(([id, number]) => [id, number.trim()] as const);
  const body = { ...values, categories: Object.fromEntries(typed.filter(([, number]) => number !== '')) };
  const issues = isChecked ? (ebaySettings.safeParse(body).error?.issues ?? []) : [];
  const errorOf = (...path: string[]) =>
    issues.find((issue) => issue.path.join('.') === path.join('.'))?.message;
  const saving = useMutation({
    mutationFn: () => api.setEbaySettings({ params: { id: channel.id }, body }),
    onSuccess: (answer) => {
      notify('success', 'Settings saved. The listings follow.');
      onSaved(answer.channel);
      onClose();
    },
  });
  const select = (field: 'fulfillmentPolicyId' | 'paymentPolicyId' | 'returnPolicyId' | 'locationKey') => ({
    value: values[field],
    error: errorOf(field),
    onChange: (value: string) => setValues({ ...values, [field]: value }),
  });
  return (
    <DialogForm
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (ebaySettings.safeParse(body).success) saving.mutate();
      }}
      onCancel={onClose}
      submitLabel="Save"
      saving={saving.isPending}
      failure={saving.isError && messageOf(saving.error, 'The settings were not saved. Try again.')}
    >
      <div className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceSelect
            label="Shipping policy"
            choices={choices.fulfillmentPolicies}
            {...select('fulfillmentPolicyId')}
          />
          <ChoiceSelect
            label="Payment policy"
            choices={choices.paymentPolicies}
            {...select('paymentPolicyId')}
          />
          <ChoiceSelect
            label="Return policy"
            choices={choices.returnPolicies}
            {...select('returnPolicyId')}
          />
          <ChoiceSelect label="Location" choices={choices.locations} {...select('locationKey')} />
        </div>
        <Checkbox
          label="The account is a member of eBay Refurbished"
          checked={values.isRefurbisher}
          onChange={(event) => setValues({ ...values, isRefurbisher: event.target.checked })}
        />
        <CategoryFields
          shopCategories={shopCategories}
          numbers={values.categories}
          errorOf={(id) => errorOf('categories', id)}
          onChange={(categories) => setValues({ ...values, categories })}
        />
      </div>
    </DialogForm>
  );
}

type CategoryFieldsProps = {
  shopCategories: ShopCategory[];
  numbers: Record<string, string>;
  errorOf: (id: string) => string | undefined;
  onChange: (numbers: Record<string, string>) => void;
};

function CategoryFields({ shopCategories, numbers, errorOf, onChange }: CategoryFieldsProps) {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="mb-1 font-semibold text-base">eBay categories</legend>
      <p className="text-ink-muted text-sm sm:col-span-2">
        The number of the category at eBay, such as 9355 for cell phones. Products of a category without a
        number are not listed.
      </p>
      {shopCategories.map(({ id, name }) => (
        <TextInput
          key={id}
          label={name}
          inputMode="numeric"
          value={numbers[id] ?? ''}
          error={errorOf(id)}
          onChange={(event) => onChange({ ...numbers, [id]: event.target.value })}
        />
      ))}
    </fieldset>
  );
}

type ChoiceSelectProps = {
  label: string;
  choices: { id: string; name: string }[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** A stored choice that the account no longer has stays until another is made. */
function ChoiceSelect({ label, choices, value, error, onChange }: ChoiceSelectProps) {
  const isGone = value !== '' && !choices.some(({ id }) => id === value);
  return (
    <Select
      label={label}
      required
      value={value}
      error={error}
      hint={choices.length === 0 ? 'The account has none yet. Make one at eBay.' : undefined}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Choose</option>
      {isGone && <option value={value}>{value} (not in the account)</option>}
      {choices.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
