import type { BrandFamilies } from '@reprise/contract/workshop/units/brand-families';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';

/** Category and family are ids; a model without a family is one of its own. */
export type NewModel = {
  name: string;
  brand: string;
  category?: string | undefined;
  family?: string | undefined;
};

type NewModelFormProps = { name: string; onAdd: (model: NewModel) => void; onCancel: () => void };

export function NewModelForm({ name: typed, onAdd, onCancel }: NewModelFormProps) {
  const id = useId();
  const [name, setName] = useState(typed);
  const [brand, setBrand] = useState('');
  const [category, setCategory] = useState('');
  const categories = useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => api.listCategories({}, { signal }),
  });
  const { families, family, chooseFamily, settleFamily } = useFamilyChoice(name.trim(), brand.trim());
  const isComplete = name.trim() !== '' && brand.trim() !== '';
  const [isAdding, setAdding] = useState(false);
  const add = async () => {
    if (!isComplete || isAdding) return;
    setAdding(true);
    const settled = await settleFamily();
    setAdding(false);
    const model = { name: name.trim(), brand: brand.trim() };
    onAdd({ ...model, ...(category && { category }), ...(settled && { family: settled }) });
  };
  return (
    // Not a form: it may stand inside one.
    <fieldset
      aria-labelledby={id}
      className="grid gap-3 rounded-control border border-line p-3"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        void add();
      }}
    >
      <p id={id} className="font-semibold text-sm">
        New model
      </p>
      <TextInput
        label="Name"
        hint="Model, storage and color, such as iPhone 13 128 GB Midnight."
        required
        maxLength={200}
        value={name}
        autoFocus
        onChange={(event) => setName(event.target.value)}
      />
      <TextInput
        label="Brand"
        required
        maxLength={100}
        value={brand}
        onChange={(event) => setBrand(event.target.value)}
      />
      <Select label="Category" value={category} onChange={(event) => setCategory(event.target.value)}>
        <option value="">None</option>
        {categories.data?.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.name}
          </option>
        ))}
      </Select>
      <FamilySelect families={families} family={family} onChoose={chooseFamily} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="sm" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" disabled={!isComplete} loading={isAdding} onClick={add}>
          Use this model
        </Button>
      </div>
    </fieldset>
  );
}

type FamilySelectProps = Pick<BrandFamilies, 'families'> & {
  family: string;
  onChoose: (family: string) => void;
};

function FamilySelect({ families, family, onChoose }: FamilySelectProps) {
  if (families.length === 0) return null;
  return (
    <Select
      label="Family"
      hint="Shoppers see the models of a family on one page, as choices of storage and color."
      value={family}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">A family of its own</option>
      {families.map(({ id, name, configurationCount }) => (
        <option key={id} value={id}>
          {name} ({configurationCount === 1 ? '1 model' : `${configurationCount} models`})
        </option>
      ))}
    </Select>
  );
}

type Names = { name: string; brand: string };

const familiesOf = (names: Names) => ({
  queryKey: ['units', 'families', names.brand, names.name],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.listBrandFamilies({ query: names }, { signal }),
  staleTime: 10_000,
});

/**
 * Families of the brand; the one that the name belongs to is chosen until another one is. `settleFamily` resolves to the
 * chosen one also where the name was typed a moment ago, and to '' if the shop does not respond.
 */
function useFamilyChoice(name: string, brand: string) {
  const queries = useQueryClient();
  const [chosen, chooseFamily] = useState<string>();
  const settled = { name: useDebounced(name, 250), brand: useDebounced(brand, 250) };
  const choices = useQuery({
    ...familiesOf(settled),
    enabled: settled.brand !== '',
    placeholderData: (previous, query) => (query?.queryKey[2] === settled.brand ? previous : undefined),
  });
  const familyIn = ({ families, suggested }: BrandFamilies) => {
    const wanted = chosen ?? suggested ?? '';
    return families.some(({ id }) => id === wanted) ? wanted : '';
  };
  const settleFamily = () => queries.fetchQuery(familiesOf({ name, brand })).then(familyIn, () => '');
  return {
    families: choices.data?.families ?? [],
    family: choices.data ? familyIn(choices.data) : '',
    chooseFamily,
    settleFamily,
  };
}
