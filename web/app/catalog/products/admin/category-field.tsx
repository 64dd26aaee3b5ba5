import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { useFormFields } from '../../../forms/use-checked-form.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';
import { NewCategory } from './new-category.tsx';
import type { ProductFormValues } from './product-form-values.ts';

/** Category of a product; one that is missing is added on the spot. */
export function CategoryField() {
  const { field, setValue } = useFormFields<ProductFormValues>();
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const [adding, setAdding] = useState(false);
  const category = field('category');
  const isFirst = categories.data?.length === 0;
  return (
    <div className="grid content-start gap-2">
      <Select
        // Remounts when the options change: a select cannot show a value without an option.
        key={categories.data?.length ?? 'loading'}
        label="Category"
        required
        options={categories.data?.map(({ id, name }) => [id, name])}
        {...category}
        error={category.error ?? (categories.isError ? 'The categories could not be loaded' : undefined)}
      >
        <option value="">{isFirst ? 'No categories yet' : 'Select a category'}</option>
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
