import type { BulkChangeRecord } from '@reprise/contract/catalog/products/bulk-changes';
import { Link } from 'react-router';
import { DataList, type ListColumn } from '../../../../admin-ui/list/data-list.tsx';
import { useAdminList } from '../../../../admin-ui/list/use-admin-list.ts';
import { ScreenHeader } from '../../../../admin-ui/screen-header.tsx';
import { Time } from '../../../../admin-ui/time.tsx';
import { useDialogParam } from '../../../../admin-ui/use-dialog-param.ts';
import { api } from '../../../../api/browser-api.ts';
import { formatDateTime } from '../../../../formats.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { History } from '../../../../ui/icons/lucide.tsx';
import { ChangedProductsDialog } from './changed-products-dialog.tsx';
import { countOfProducts, describeChange } from './describe-change.ts';

function undoText({ productCount, undoneCount, conflictCount, undoUntil }: BulkChangeRecord): string {
  if (undoUntil === null) return 'No undo';
  const parts = [
    undoneCount > 0 && `${undoneCount === productCount ? 'All' : undoneCount} undone`,
    conflictCount > 0 && `${countOfProducts(conflictCount)} changed again`,
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(', ');
  return new Date(undoUntil) < new Date() ? 'Undo ended' : `Until ${formatDateTime(undoUntil)}`;
}

const columns = (hrefFor: (id: string) => string): ListColumn<BulkChangeRecord>[] => [
  {
    id: 'change',
    label: 'Change',
    cell: ({ id, change }) => (
      <Link to={hrefFor(id)} className="text-link max-sm:line-clamp-2 max-sm:pr-32">
        {describeChange(change)}
      </Link>
    ),
  },
  {
    id: 'products',
    label: 'Products',
    number: true,
    phone: 'labelled',
    cell: ({ change, productCount }) =>
      change.kind === 'imported' && change.added > 0
        ? `${productCount}, ${change.added} added`
        : productCount,
  },
  { id: 'by', label: 'By', phone: 'labelled', cell: ({ actorName }) => actorName ?? 'System' },
  { id: 'when', label: 'Time', phone: 'labelled', cell: ({ createdAt }) => <Time value={createdAt} /> },
  { id: 'undo', label: 'Undo', phone: 'labelled', cell: undoText },
];

/** Changes of the last 30 days, each with the products that it changed and its undo. */
export default function BulkChangesScreen() {
  const dialog = useDialogParam('change');
  const list = useAdminList({
    queryKey: ['bulk-changes'],
    load: (query, options) => api.listBulkChanges({ query }, options),
    rowsOf: ({ changes }) => changes,
  });
  return (
    <>
      <Breadcrumb steps={[{ label: 'Products', to: '/admin/products' }, { label: 'Changes' }]} />
      <ScreenHeader title="Changes of products" />
      <p className="-mt-3 mb-4 max-w-text text-ink-muted text-sm">
        Changes of the last 30 days: of several products at once, in the form of one, products that were added
        or deleted, imports and families. For 24 hours they can be undone, all at once or product by product;
        products that were added are archived then.
      </p>
      <DataList
        name="bulk-changes"
        caption="Changes of products"
        columns={columns(dialog.hrefFor)}
        list={list}
        nameOf={({ change }) => describeChange(change)}
        actions={(row) => (
          <Button variant="outline" size="sm" onClick={() => dialog.open(row.id)}>
            Show products
          </Button>
        )}
        empty={
          <EmptyState Icon={History} title="No changes in the last 30 days">
            Added products, edits, imports and changes of several products at once are listed here.
          </EmptyState>
        }
      />
      {dialog.value && <ChangedProductsDialog changeId={dialog.value} onClose={dialog.close} />}
    </>
  );
}
