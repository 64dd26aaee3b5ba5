import { formatMoney } from '@reprise/contract/money';
import { orderCostEndpoints } from '@reprise/contract/sales/orders/order-costs';
import { readAmount, typeShortAmount } from '@reprise/contract/typed-number';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../admin-ui/forms/form-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { usePermissions } from '../../../session/use-permissions.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { MoneyInput } from '../../../ui/forms/number-input.tsx';

/** Cost of one unit of a counted product, for those who see costs; devices have costs of their own. */
export function ProductCostCard({ productId }: { productId: string }) {
  const can = usePermissions();
  const [isOpen, setOpen] = useState(false);
  const params = { id: productId };
  const tracking = useQuery({
    queryKey: ['product', productId, 'tracking'],
    queryFn: ({ signal }) => api.getTracking({ params }, { signal }),
    select: (answer) => answer.tracking.tracking,
  });
  const isShown = can('costs.see') && tracking.data === 'quantity';
  const cost = useQuery({
    queryKey: ['product', productId, 'cost'],
    queryFn: ({ signal }) => api.getProductCost({ params }, { signal }),
    enabled: isShown,
  });
  if (!isShown || !cost.data) return null;
  const { unitCost } = cost.data;
  return (
    <section
      aria-label="Cost"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-tile border border-line bg-raised p-4"
    >
      <div className="min-w-0">
        <h2 className="font-semibold text-sm">Cost of one</h2>
        <p className="mt-0.5 text-ink-muted text-sm">
          {unitCost === null ? <Badge tone="warn">Cost unknown</Badge> : formatMoney(unitCost)}
        </p>
      </div>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Set cost
      </Button>
      {isOpen && <CostDialog productId={productId} unitCost={unitCost} onClose={() => setOpen(false)} />}
    </section>
  );
}

type CostDialogProps = {
  productId: string;
  unitCost: Parameters<typeof formatMoney>[0] | null;
  onClose: () => void;
};

function CostDialog({ productId, unitCost, onClose }: CostDialogProps) {
  const form = useSavedForm({
    defaultValues: { unitCost: unitCost === null ? '' : typeShortAmount(unitCost) },
    schema: orderCostEndpoints.setProductCost.body,
    bodyOf: (values) => ({ unitCost: readAmount(values.unitCost) ?? null }),
    save: (body) => api.setProductCost({ params: { id: productId }, body }),
    done: 'Cost saved',
    invalidates: [['product', productId, 'cost']],
    onSaved: onClose,
  });
  return (
    <FormDialog form={form} title="Cost of one" size="sm" onClose={onClose} submitLabel="Save cost">
      <MoneyInput
        label="Cost of one unit"
        hint="Orders from now on are booked with it. Blank: not known."
        {...form.field('unitCost')}
      />
    </FormDialog>
  );
}
