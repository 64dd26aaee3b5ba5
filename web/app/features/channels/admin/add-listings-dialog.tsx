import type { Channel } from '@reprise/contract/channels/channel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { formatCount } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { ProductPicker } from '../../orders/admin/new-order/product-picker.tsx';

type AddListingsDialogProps = { channel: Channel; onAdded: () => void; onClose: () => void };

/** Puts single products, or those of a category, on a channel. */
export function AddListingsDialog({ channel, onAdded, onClose }: AddListingsDialogProps) {
  const [category, setCategory] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const params = { id: channel.id };
  const adding = useMutation({
    mutationFn: (call: () => Promise<{ added: number }>) => call(),
    onSuccess: ({ added }) => {
      const text = added === 1 ? 'One product added' : `${formatCount(added)} products added`;
      notify('success', added === 0 ? 'All of them are listed already' : text);
      onAdded();
    },
    onError: (error) => notify('error', messageOf(error, 'Nothing was added. Try again.')),
  });
  const addProduct = (id: string) => {
    setChosen(new Set([...chosen, id]));
    adding.mutate(() => api.addListings({ params, body: { products: [id] } }));
  };
  return (
    <Modal open onClose={onClose} size="lg" title={`Add products to ${channel.name}`}>
      <div className="grid gap-6">
        <form
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (category !== '') adding.mutate(() => api.addCategoryListings({ params, body: { category } }));
          }}
        >
          <Select
            label="Category"
            fieldClassName="min-w-52 flex-1"
            value={category}
            onChange={(event) => setCategory(event.target.value)}
          >
            <option value="">Choose</option>
            {categories.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <Button type="submit" disabled={category === ''} loading={adding.isPending}>
            Add all on sale
          </Button>
        </form>
        <ProductPicker isChosen={({ id }) => chosen.has(id)} onAdd={({ id }) => addProduct(id)} />
        <div className="flex justify-end">
          <Button variant="outline" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Modal>
  );
}
