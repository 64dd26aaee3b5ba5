import { categoryInput } from '@reprise/contract/catalog/product';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { messageOf } from '../../../admin-ui/error-message.ts';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import type { ProductFormValues } from './product-form-values.ts';

/** Category of a product; one that is missing is added on the spot. */
export function CategoryField() {
  const { register, formState, setValue } = useFormContext<ProductFormValues>();
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const [adding, setAdding] = useState(false);
  const isFirst = categories.data?.length === 0;
  return (
    <div className="grid content-start gap-2">
      <Select
        // Remounts when the options change: a select cannot show a value without an option.
        key={categories.data?.length ?? 'loading'}
        label="Category"
        required
        {...register('category')}
        error={
          formState.errors.category?.message ??
          (categories.isError ? 'The categories could not be loaded' : undefined)
        }
      >
        <option value="">{isFirst ? 'No categories yet' : 'Select a category'}</option>
        {categories.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      {adding || isFirst ? (
        <NewCategory
          onAdded={(id) => {
            setAdding(false);
            setValue('category', id, { shouldDirty: true, shouldValidate: true });
          }}
          onCancel={isFirst ? undefined : () => setAdding(false)}
        />
      ) : (
        <button
          type="button"
          className="inline-flex items-center gap-1 justify-self-start text-link text-sm pointer-coarse:min-h-11"
          onClick={() => setAdding(true)}
        >
          <Plus className="size-3.5" aria-hidden="true" />
          New category
        </button>
      )}
    </div>
  );
}

type NewCategoryProps = { onAdded: (id: string) => void; onCancel: (() => void) | undefined };

/** Fields and button; not a form, because the product form surrounds them. */
function NewCategory({ onAdded, onCancel }: NewCategoryProps) {
  const titleId = useId();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const queries = useQueryClient();
  const isComplete = name.trim() !== '' && description.trim() !== '';
  const adding = useMutation({
    mutationFn: () => api.createCategory({ body: categoryInput.parse({ name, description, image: '' }) }),
    onSuccess: async ({ category }) => {
      await queries.invalidateQueries({ queryKey: ['categories'] });
      onAdded(category.id);
    },
  });
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isComplete && !adding.isPending) adding.mutate();
  };
  return (
    <fieldset aria-labelledby={titleId} className="grid gap-3 rounded-control border border-line p-3">
      <p id={titleId} className="font-semibold text-sm">
        New category
      </p>
      {adding.isError && (
        <FormFailure>{messageOf(adding.error, 'The category could not be added')}</FormFailure>
      )}
      <TextInput
        label="Category name"
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={addOnEnter}
      />
      <TextInput
        label="Category description"
        maxLength={1000}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
        onKeyDown={addOnEnter}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button size="sm" variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="sm" loading={adding.isPending} disabled={!isComplete} onClick={() => adding.mutate()}>
          Add category
        </Button>
      </div>
    </fieldset>
  );
}
