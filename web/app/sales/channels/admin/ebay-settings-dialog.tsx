import type { Channel } from '@reprise/contract/sales/channels/channel';
import { type EbayChoices, type EbaySettings, ebaySettings } from '@reprise/contract/sales/channels/ebay';
import type { ComponentProps } from 'react';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { LoadedDialog } from '../../../admin-ui/forms/loaded-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type EbaySettingsDialogProps = { channel: Channel; onSaved: (channel: Channel) => void; onClose: () => void };

/** Policies, place and categories of an eBay channel, chosen from its account. */
export function EbaySettingsDialog(props: EbaySettingsDialogProps) {
  const { channel, onClose } = props;
  return (
    <LoadedDialog
      title="eBay settings"
      size="lg"
      onClose={onClose}
      query={{
        queryKey: ['ebay-settings', channel.id],
        queryFn: async ({ signal }) => ({
          ...(await api.getEbaySettings({ params: { id: channel.id } }, { signal })),
          shopCategories: await api.listCategories({}, { signal }),
        }),
      }}
      failed="eBay could not be asked"
      skeleton="h-80"
    >
      {(loaded) => <SettingsForm {...props} {...loaded} />}
    </LoadedDialog>
  );
}

type SettingsFormProps = EbaySettingsDialogProps & {
  settings: EbaySettings | null;
  choices: EbayChoices;
  shopCategories: { id: string; name: string }[];
};

const onlyOne = (choices: { id: string }[]) => (choices.length === 1 ? (choices[0]?.id ?? '') : '');

function SettingsForm({ channel, settings, choices, shopCategories, onSaved, onClose }: SettingsFormProps) {
  const form = useSavedForm({
    defaultValues: {
      fulfillmentPolicyId: onlyOne(choices.fulfillmentPolicies),
      paymentPolicyId: onlyOne(choices.paymentPolicies),
      returnPolicyId: onlyOne(choices.returnPolicies),
      locationKey: onlyOne(choices.locations),
      isRefurbisher: false,
      ...settings,
      categories: {
        ...Object.fromEntries(shopCategories.map(({ id }) => [id, ''])),
        ...settings?.categories,
      } as Record<string, string>,
    },
    schema: ebaySettings,
    bodyOf: (values) => ({ ...values, categories: filled(values.categories) }),
    save: (body) => api.setEbaySettings({ params: { id: channel.id }, body }),
    done: 'Settings saved. The listings follow.',
    failed: 'The settings were not saved. Try again.',
    invalidates: [],
    onSaved: (answer) => {
      onSaved(answer.channel);
      onClose();
    },
  });
  const select = (field: 'fulfillmentPolicyId' | 'paymentPolicyId' | 'returnPolicyId' | 'locationKey') => ({
    chosen: form.getValues(field),
    ...form.field(field),
  });
  return (
    <DialogForm form={form} guarded onCancel={onClose} submitLabel="Save">
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
        <Checkbox label="The account is a member of eBay Refurbished" {...form.field('isRefurbisher')} />
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-1 font-semibold text-base">eBay categories</legend>
          <p className="text-ink-muted text-sm sm:col-span-2">
            The number of the category at eBay, such as 9355 for cell phones. Products of a category without a
            number are not listed.
          </p>
          {shopCategories.map(({ id, name }) => (
            <TextInput key={id} label={name} inputMode="numeric" {...form.field(`categories.${id}`)} />
          ))}
        </fieldset>
      </div>
    </DialogForm>
  );
}

const filled = (numbers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(numbers)
      .map(([id, number]) => [id, number.trim()] as const)
      .filter(([, number]) => number !== ''),
  );

type ChoiceSelectProps = Omit<ComponentProps<typeof Select>, 'options'> & {
  choices: { id: string; name: string }[];
  chosen: string;
};

/** A stored choice that the account no longer has stays until another is made. */
function ChoiceSelect({ choices, chosen, ...select }: ChoiceSelectProps) {
  const isGone = chosen !== '' && !choices.some(({ id }) => id === chosen);
  return (
    <Select
      required
      hint={choices.length === 0 ? 'The account has none yet. Make one at eBay.' : undefined}
      options={choices.map(({ id, name }) => [id, name])}
      {...select}
    >
      <option value="">Choose</option>
      {isGone && <option value={chosen}>{chosen} (not in the account)</option>}
    </Select>
  );
}
