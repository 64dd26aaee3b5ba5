import {
  type CarrierAccount,
  carrierAccountInput,
  type Sender,
} from '@reprise/contract/sales/orders/shipping/carrier-account';
import { readWhole } from '@reprise/contract/typed-number';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../../admin-ui/forms/use-saved-form.ts';
import { UnsavedChanges } from '../../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../../api/browser-api.ts';
import { SenderFields, useBlankSender } from '../../../../forms/address/sender-fields.tsx';
import { Button } from '../../../../ui/button.tsx';
import { WholeNumberInput } from '../../../../ui/forms/number-input.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import {
  type ParcelValues,
  parcelFields,
  parcelLabels,
  valuesOfParcel,
  wireOfParcel,
} from '../../../shipping-labels/admin/parcel-values.ts';

type Values = {
  apiKey: string;
  sender: Sender;
  packaging: { itemGrams: string; box: ParcelValues };
};

/** A shoe box, and a laptop or tablet in its own. */
const usualPackaging = { itemGrams: 500, box: { grams: 150, lengthMm: 300, widthMm: 200, heightMm: 100 } };

function valuesOf({ sender, packaging }: CarrierAccount, blank: Sender): Values {
  const { itemGrams, box } = packaging ?? usualPackaging;
  return {
    apiKey: '',
    sender: sender ?? blank,
    packaging: { itemGrams: String(itemGrams), box: valuesOfParcel(box) },
  };
}

type CarrierFormProps = { account: CarrierAccount; onSaved: (answer: { account: CarrierAccount }) => void };

/** Key, sender and packaging; they are tried at EasyPost before they are stored. */
export function CarrierForm({ account, onSaved }: CarrierFormProps) {
  const blank = useBlankSender();
  const form = useSavedForm({
    defaultValues: valuesOf(account, blank),
    schema: carrierAccountInput,
    bodyOf: ({ apiKey, sender, packaging }) => ({
      // An empty key keeps the stored one.
      ...(apiKey.trim() && { apiKey: apiKey.trim() }),
      sender,
      packaging: { itemGrams: readWhole(packaging.itemGrams) ?? null, box: wireOfParcel(packaging.box) },
    }),
    save: (body) => api.setCarrierAccount({ body }),
    done: 'Saved. Labels can be bought on the packing table.',
    failed: 'The account was not saved. Try again in a moment.',
    invalidates: [],
    valuesAfter: (answer) => valuesOf(answer.account, blank),
    onSaved,
  });
  const { field } = form;
  const hasKey = account.source === 'settings';
  return (
    <>
      <form noValidate onSubmit={form.submit} className="grid gap-8">
        {account.source !== 'adapter' && (
          <TextInput
            label="API key"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required={!hasKey}
            placeholder={hasKey ? '' : 'EZAK…'}
            hint={
              hasKey
                ? 'Leave it empty to keep the one that is stored.'
                : 'In EasyPost under Account Settings, API Keys. A test key, EZTK…, buys labels that cost nothing and are not valid.'
            }
            {...field('apiKey')}
          />
        )}
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-3 font-semibold text-base">Sender</legend>
          <SenderFields
            sender={form.watch('sender')}
            field={(name) => field(`sender.${name}`)}
            isForCarrier
          />
        </fieldset>
        <fieldset className="grid gap-4 sm:grid-cols-2">
          <legend className="mb-3 font-semibold text-base">Packaging</legend>
          <WholeNumberInput
            label="Weight of an item (g)"
            lowest={1}
            hint="Counts for configurations without a weight, which you enter in their family."
            fieldClassName="sm:col-span-2"
            {...field('packaging.itemGrams')}
          />
          {parcelFields.map((name) => (
            <WholeNumberInput
              key={name}
              label={`Box: ${parcelLabels[name].toLowerCase()}`}
              lowest={1}
              {...field(`packaging.box.${name}`)}
            />
          ))}
        </fieldset>
        <div>
          {form.failure && <FormFailure>{form.failure}</FormFailure>}
          <Button type="submit" loading={form.isSaving}>
            Check and save
          </Button>
        </div>
      </form>
      <UnsavedChanges isDirty={form.isUnsaved} />
    </>
  );
}
