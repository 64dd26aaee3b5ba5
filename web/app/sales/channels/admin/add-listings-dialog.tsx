import type { Channel } from '@reprise/contract/sales/channels/channel';
import { listingEndpoints } from '@reprise/contract/sales/channels/listings';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ProductPicker } from '../../../admin-ui/product-picker.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { useCheckedForm } from '../../../forms/use-checked-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';

type AddListingsDialogProps = { channel: Channel; onAdded: () => void; onClose: () => void };

/** Puts single products, or those of a category, on a channel. */
export function AddListingsDialog({ channel, onAdded, onClose }: AddListingsDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const params = { id: channel.id };
  const add = {
    onSuccess: ({ added }: { added: number }) => {
      const text = added === 1 ? 'One product added' : `${formatCount(added)} products added`;
      notify('success', added === 0 ? 'All of them are listed already' : text);
      onAdded();
    },
    onError: (error: Error) => notify('error', messageOf(error, 'Nothing was added. Try again.')),
  };
  const adding = useMutation({
    ...add,
    mutationFn: (id: string) => api.addListings({ params, body: { products: [id] } }),
  });
  const addingCategory = useMutation({
    ...add,
    mutationFn: (body: { category: string }) => api.addCategoryListings({ params, body }),
  });
  const form = useCheckedForm({
    defaultValues: { category: '' },
    schema: listingEndpoints.addCategoryListings.body,
    save: (body) => addingCategory.mutateAsync(body),
    // The notice says it.
    failureOf: () => null,
  });
  return (
    <Modal open onClose={onClose} size="lg" title={`Add products to ${channel.name}`}>
      <div className="grid gap-6">
        <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={form.submit}>
          <Select
            label="Category"
            fieldClassName="min-w-52 flex-1"
            options={categories.data?.map(({ id, name }) => [id, name])}
            {...form.field('category')}
          >
            <option value="">Choose</option>
          </Select>
          <Button type="submit" disabled={form.watch('category') === ''} loading={form.isSaving}>
            Add all on sale
          </Button>
        </form>
        <ProductPicker
          isChosen={({ id }) => chosen.has(id)}
          onAdd={({ id }) => {
            setChosen(new Set([...chosen, id]));
            adding.mutate(id);
          }}
        />
        <div className="flex justify-end">
          <Button variant="outline" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  );
}
