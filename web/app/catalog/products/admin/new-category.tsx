import { categoryInput } from '@reprise/contract/catalog/products/product';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type NewCategoryProps = { onAdded: (id: string) => void; onCancel: (() => void) | undefined };

/** Adds a category. Not a form, because the form of a product surrounds it. */
export function NewCategory({ onAdded, onCancel }: NewCategoryProps) {
  const titleId = useId();
  const queries = useQueryClient();
  const form = useSavedForm({
    defaultValues: { name: '', description: '' },
    schema: categoryInput,
    save: (body) => api.createCategory({ body }),
    failed: 'The category could not be added',
    invalidates: [],
    onSaved: async ({ category }) => {
      await queries.invalidateQueries({ queryKey: ['categories'] });
      onAdded(category.id);
    },
  });
  const isComplete = form.watch(['name', 'description']).every((text) => text.trim() !== '');
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isComplete) void form.submit();
  };
  return (
    <fieldset aria-labelledby={titleId} className="grid gap-3 rounded-control border border-line p-3">
      <p id={titleId} className="font-semibold text-sm">
        New category
      </p>
      {form.failure && <FormFailure>{form.failure}</FormFailure>}
      <TextInput
        label="Category name"
        required
        maxLength={100}
        onKeyDown={addOnEnter}
        {...form.field('name')}
      />
      <TextInput
        label="Category description"
        required
        maxLength={1000}
        onKeyDown={addOnEnter}
        {...form.field('description')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel && (
          <Button size="sm" variant="outline" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button size="sm" loading={form.isSaving} disabled={!isComplete} onClick={form.submit}>
          Add category
        </Button>
      </div>
    </fieldset>
  );
}
