import { conditionLabels } from '@reprise/contract/catalog/conditions';
import { formatMoney } from '@reprise/contract/money';
import type { Unit } from '@reprise/contract/units/unit';
import type { SellingProduct } from '@reprise/contract/units/units';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf, noResponse } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ProblemList } from './move-units-dialog.tsx';
import { NewProductFields, newProductChoice, useNewProduct } from './new-product-fields.tsx';
import { reportOutcomes } from './unit-outcomes.ts';

type ListUnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Puts units that are ready on sale under a product of their model. */
export function ListUnitsDialog({ units, onClose, onDone }: ListUnitsDialogProps) {
  const [chosen, setChosen] = useState('');
  const [problems, setProblems] = useState<string[]>([]);
  const queries = useQueryClient();
  const [first] = units;
  const modelKey = first?.model.key ?? '';
  const products = useQuery({
    queryKey: ['units', 'products-of-model', modelKey],
    queryFn: ({ signal }) => api.listProductsOfModel({ query: { model: modelKey } }, { signal }),
    select: ({ products }) => products,
  });
  const can = usePermissions();
  const tracked = products.data?.filter(({ tracking }) => tracking === 'serial') ?? [];
  const isFirst = products.data?.length === 0 && can('catalog.manage');
  const product = chosen || (tracked[0]?.id ?? (isFirst ? newProductChoice : ''));
  const added = useNewProduct(first);
  const list = useMutation({
    mutationFn: async () => {
      const id = product === newProductChoice ? await added.save() : product;
      return api.listUnitsForSale({ body: { ids: units.map(({ id }) => id), product: id, reason: '' } });
    },
    onSuccess: ({ outcomes }) => {
      const rejected = reportOutcomes(units, outcomes, 'put on sale');
      void queries.invalidateQueries();
      setProblems(rejected);
      if (rejected.length > 0) return;
      onClose();
      onDone();
    },
  });
  const failure = products.isError
    ? messageOf(products.error, 'The products could not be loaded. Close this and try again.')
    : list.isError
      ? messageOf(list.error, noResponse('safe'))
      : problems.length > 0 && <ProblemList problems={problems} />;
  return (
    <Modal open onClose={onClose} title={units.length === 1 ? `Put ${first?.number} on sale` : 'Put on sale'}>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          list.mutate();
        }}
        onCancel={onClose}
        submitLabel="Put on sale"
        submitDisabled={product === '' || (product === newProductChoice && !added.isComplete)}
        saving={list.isPending}
        failure={failure}
      >
        {products.isPending ? (
          <Skeleton className="h-16" />
        ) : isFirst ? (
          <NewProductFields product={added} />
        ) : tracked.length > 0 ? (
          <div className="grid gap-4">
            <Select
              label="Product"
              hint="Its stock rises by one with each device."
              value={product}
              onChange={(event) => setChosen(event.target.value)}
            >
              {tracked.map(({ id, name, condition, price }) => (
                <option key={id} value={id}>
                  {name}, {conditionLabels[condition]}, {formatMoney(price)}
                </option>
              ))}
              {can('catalog.manage') && <option value={newProductChoice}>A new product of this model</option>}
            </Select>
            {product === newProductChoice && <NewProductFields product={added} />}
          </div>
        ) : (
          <NoTrackedProduct products={products.data ?? []} />
        )}
      </DialogForm>
    </Modal>
  );
}

type NoTrackedProductProps = { products: SellingProduct[] };

function NoTrackedProduct({ products }: NoTrackedProductProps) {
  if (products.length === 0) {
    return <p className="text-sm">No product sells this model yet. Ask somebody who may add products.</p>;
  }
  return (
    <div className="grid gap-2 text-sm">
      <p>The products of this model are counted. Track one by device first:</p>
      <ul className="grid gap-1">
        {products.map(({ id, name, condition }) => (
          <li key={id}>
            <Link to={`/admin/products/${id}/stock`} className="text-link">
              {name}, {conditionLabels[condition]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
