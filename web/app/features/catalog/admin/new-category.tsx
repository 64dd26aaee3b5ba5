import { categoryInput } from '@reprise/contract/catalog/product';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { FormFailure } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';

type NewCategoryProps = { onAdded: (id: string) => void; onCancel: (() => void) | undefined };

/** Adds a category. Not a form, because the form of a product surrounds it. */
export function NewCategory({ onAdded, onCancel }: NewCategoryProps) {
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
