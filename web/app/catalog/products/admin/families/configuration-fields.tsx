import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { type AdminConfiguration, maxOptionText } from '@reprise/contract/catalog/products/family-admin';
import { axisLabels } from '@reprise/contract/catalog/products/option-line';
import { formatMoney } from '@reprise/contract/money';
import { useState } from 'react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { Link } from 'react-router';
import { useDialogParam } from '../../../../admin-ui/use-dialog-param.ts';
import { Button } from '../../../../ui/button.tsx';
import { TextInput } from '../../../../ui/forms/text-input.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ArrowDown, ArrowUp, Barcode, Ruler } from '../../../../ui/icons/lucide.tsx';
import { type FamilyValues, type OptionField, optionFields } from './family-values.ts';

const labels: Record<OptionField, string> = { ...axisLabels, colorHex: 'Color code' };
const placeholders: Partial<Record<OptionField, string>> = { storage: '256 GB', colorHex: '#2b333d' };

type Offer = AdminConfiguration['offers'][number];

type ConfigurationFieldsProps = {
  offersOf: (modelKey: string) => Offer[];
  /** Model keys. */
  selected: string[];
  onSelect: (modelKeys: string[]) => void;
};

/** Configurations in order, with their options and products. */
export function ConfigurationFields({ offersOf, selected, onSelect }: ConfigurationFieldsProps) {
  const { control, getValues } = useFormContext<FamilyValues>();
  const { fields, move } = useFieldArray({ control, name: 'configurations' });
  const [isFull, setFull] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  // Decided once, so that a field does not disappear while it is being cleared.
  const [used] = useState(() => {
    const rows = getValues('configurations');
    return optionFields.filter(
      (field) => field === 'storage' || field === 'color' || rows.some(({ options }) => options[field]),
    );
  });
  const moveTo = (from: number, to: number) => {
    move(from, to);
    setAnnouncement(`Configuration ${from + 1} moved to position ${to + 1} of ${fields.length}`);
  };
  return (
    <div className="grid gap-4">
      <p className="text-ink-muted text-sm">
        Pages offer the options in this order. Configurations with the same options cannot be told apart.
      </p>
      <ol className="grid gap-4">
        {fields.map(({ id, modelKey, name }, index) => (
          <li key={id} className="grid gap-3 border-line border-t pt-4 first:border-t-0 first:pt-0">
            <div className="flex items-start gap-2">
              <label className="flex min-w-0 flex-1 items-start gap-2.5 py-1 text-sm">
                <input
                  type="checkbox"
                  className="tick mt-px"
                  checked={selected.includes(modelKey)}
                  onChange={({ target }) =>
                    onSelect(
                      target.checked ? [...selected, modelKey] : selected.filter((key) => key !== modelKey),
                    )
                  }
                />
                <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
              </label>
              <span className="flex">
                <ConfigurationTools modelKey={modelKey} name={name} />
                <IconButton
                  label={`Move ${name} up`}
                  size="sm"
                  disabled={index === 0}
                  onClick={() => moveTo(index, index - 1)}
                >
                  <ArrowUp className="size-4" aria-hidden="true" />
                </IconButton>
                <IconButton
                  label={`Move ${name} down`}
                  size="sm"
                  disabled={index === fields.length - 1}
                  onClick={() => moveTo(index, index + 1)}
                >
                  <ArrowDown className="size-4" aria-hidden="true" />
                </IconButton>
              </span>
            </div>
            <OptionInputs index={index} shown={isFull ? optionFields : used} />
            <Offers offers={offersOf(modelKey)} />
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
      {used.length < optionFields.length && !isFull && (
        <div>
          <Button variant="outline" size="sm" onClick={() => setFull(true)}>
            Show all options
          </Button>
        </div>
      )}
    </div>
  );
}

/** Opens what is stored of a configuration beside the family. */
function ConfigurationTools({ modelKey, name }: { modelKey: string; name: string }) {
  const codes = useDialogParam('codes');
  const size = useDialogParam('size');
  return (
    <>
      <IconButton label={`Codes of ${name}`} size="sm" onClick={() => codes.open(modelKey)}>
        <Barcode className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label={`Weight and size of ${name}`} size="sm" onClick={() => size.open(modelKey)}>
        <Ruler className="size-4" aria-hidden="true" />
      </IconButton>
    </>
  );
}

function OptionInputs({ index, shown }: { index: number; shown: readonly OptionField[] }) {
  const { register, formState } = useFormContext<FamilyValues>();
  const errors = formState.errors.configurations?.[index]?.options;
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      {shown.map((field) => (
        <TextInput
          key={field}
          label={labels[field]}
          maxLength={maxOptionText}
          placeholder={placeholders[field]}
          {...register(`configurations.${index}.options.${field}`)}
          error={errors?.[field]?.message}
        />
      ))}
    </div>
  );
}

function Offers({ offers }: { offers: Offer[] }) {
  if (offers.length === 0) return <p className="text-ink-muted text-sm">No products yet.</p>;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {offers.map(({ id, condition, price, stockCount, archived }) => (
        <li key={id}>
          <Link to={`/admin/products?edit=${id}`} className="text-link">
            {conditionLabels[condition]}
          </Link>{' '}
          <span className="tabular text-ink-muted">
            {formatMoney(price)} · {archived ? 'not on sale' : `${stockCount} in stock`}
          </span>
        </li>
      ))}
    </ul>
  );
}
