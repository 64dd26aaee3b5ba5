import { conditionLabels } from '@reprise/contract/catalog/products/conditions';
import { formatMoney } from '@reprise/contract/money';
import { unitAction } from '@reprise/contract/workshop/units/acts';
import type { Unit } from '@reprise/contract/workshop/units/unit';
import type { SellingProduct } from '@reprise/contract/workshop/units/units';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Select } from '../../../ui/forms/select.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ActProgress, useAct } from './acts/use-act.tsx';
import { NewProductFields, newProductChoice, useNewProduct } from './new-product-fields.tsx';
import { useOutcomesForm } from './use-outcomes-form.tsx';

type ListUnitsDialogProps = { units: Unit[]; onClose: () => void; onDone: () => void };

/** Puts units that are ready on sale under a product of their model. */
export function ListUnitsDialog({ units, onClose, onDone }: ListUnitsDialogProps) {
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
  const offered = tracked[0]?.id ?? (isFirst ? newProductChoice : '');
  const added = useNewProduct(first);
  const act = useAct();
  const form = useOutcomesForm({
    units,
    defaultValues: { product: '' },
    schema: unitAction,
    bodyOf: ({ product }) => ({ kind: 'list', product: product || offered }),
    save: async (action) => {
      if (action.kind !== 'list' || action.product !== newProductChoice) return act.run(units, action);
      return act.run(units, { ...action, product: await added.save() });
    },
    done: () => 'put on sale',
    onDone: () => {
      onClose();
      onDone();
    },
  });
  const product = form.watch('product') || offered;
  return (
    <FormDialog
      form={form}
      title={units.length === 1 ? `Put ${first?.number} on sale` : 'Put on sale'}
      onClose={onClose}
      submitLabel="Put on sale"
      submitDisabled={product === '' || (product === newProductChoice && !added.isComplete)}
      failure={
        products.isError
          ? messageOf(products.error, 'The products could not be loaded. Close this and try again.')
          : form.failure
      }
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
            options={[
              ...tracked.map(({ id, name, condition, price }) => {
                return [id, `${name}, ${conditionLabels[condition]}, ${formatMoney(price)}`] as const;
              }),
              ...(can('catalog.manage') ? [[newProductChoice, 'A new product of this model'] as const] : []),
            ]}
            {...form.field('product')}
            value={product}
          />
          {product === newProductChoice && <NewProductFields product={added} />}
          <ActProgress progress={act.progress} />
        </div>
      ) : (
        <NoTrackedProduct products={products.data ?? []} />
      )}
    </FormDialog>
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
