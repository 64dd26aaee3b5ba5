import { type Supplier, supplierKindLabels } from '@reprise/contract/workshop/lots/lot';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../admin-ui/loaded.tsx';
import { api } from '../../../api/browser-api.ts';
import { formatCount } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Plus } from '../../../ui/icons/lucide.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { SupplierDialog } from './supplier-dialog.tsx';

/** Suppliers by name, to add and change. */
export function SuppliersModal({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [edited, setEdited] = useState<Supplier | 'new' | null>(null);
  const close = () => setEdited(null);
  return (
    <>
      <Modal
        open={open}
        onClose={onClose}
        title="Suppliers"
        footer={
          <Button onClick={() => setEdited('new')}>
            <Plus className="size-4" aria-hidden="true" />
            New supplier
          </Button>
        }
      >
        {open && <Suppliers onEdit={setEdited} />}
      </Modal>
      {edited && (
        <SupplierDialog supplier={edited === 'new' ? undefined : edited} onClose={close} onSaved={close} />
      )}
    </>
  );
}

function Suppliers({ onEdit }: { onEdit: (supplier: Supplier) => void }) {
  const suppliers = useQuery({
    queryKey: ['lots', 'suppliers'],
    queryFn: ({ signal }) => api.listSuppliers({ query: {} }, { signal }),
    select: (answer) => answer.suppliers,
  });
  return (
    <Loaded query={suppliers} failed="The suppliers could not be loaded" skeleton="h-24">
      {(data) => <SupplierRows suppliers={data} onEdit={onEdit} />}
    </Loaded>
  );
}

type SupplierRowsProps = { suppliers: Supplier[]; onEdit: (supplier: Supplier) => void };

function SupplierRows({ suppliers, onEdit }: SupplierRowsProps) {
  if (suppliers.length === 0)
    return <p className="text-ink-muted text-sm">No supplier yet. Add the one who sent your last devices.</p>;
  return (
    <ul className="divide-y divide-line">
      {suppliers.map((supplier) => (
        <li key={supplier.id} className="flex items-center justify-between gap-3 py-2 text-sm">
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{supplier.name}</p>
            <p className="wrap-anywhere text-ink-muted">
              {[
                supplierKindLabels[supplier.kind],
                `${formatCount(supplier.lots)} ${supplier.lots === 1 ? 'lot' : 'lots'}`,
                `${supplier.claimDays} days to claim`,
                supplier.taxScheme === 'margin' && 'margin scheme',
                supplier.email,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
          <Button
            size="sm"
            variant="outline"
            aria-label={`Edit ${supplier.name}`}
            onClick={() => onEdit(supplier)}
          >
            Edit
          </Button>
        </li>
      ))}
    </ul>
  );
}
