import type { BulkChangeRecord, ChangedProduct } from '@reprise/contract/catalog/products/bulk-changes';
import { type ProductColumn, productColumns } from '@reprise/contract/catalog/products/product-fields';
import { type BulkRow, bulkLimit } from '@reprise/contract/catalog/products/products-admin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormFailure } from '../../../../admin-ui/dialog-form.tsx';
import { Pages } from '../../../../admin-ui/list/pages.tsx';
import { Loaded } from '../../../../admin-ui/loaded.tsx';
import { api } from '../../../../api/browser-api.ts';
import { messageOf } from '../../../../api/error-message.ts';
import { formatCount } from '../../../../formats.ts';
import { Button } from '../../../../ui/button.tsx';
import { ArrowRight } from '../../../../ui/icons/lucide.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { notify } from '../../../../ui/overlays/notify.ts';
import { StatusDot } from '../../../../ui/status-dot.tsx';
import { type CategoryNames, labelOfChange } from '../bulk/bulk-labels.ts';
import { countOfProducts, describeChange } from './describe-change.ts';

type ChangedProductsDialogProps = { changeId: string; onClose: () => void };

/** Products of a bulk change with their values before and after, and its undo. */
export function ChangedProductsDialog({ changeId, onClose }: ChangedProductsDialogProps) {
  const [page, setPage] = useState(1);
  const changed = useQuery({
    queryKey: ['bulk-changes', changeId, page],
    queryFn: ({ signal }) =>
      api.listChangedProducts({ params: { id: changeId }, query: { page, limit: bulkLimit } }, { signal }),
  });
  const title = changed.data ? describeChange(changed.data.change.change) : 'Change';
  return (
    <Modal open onClose={onClose} size="lg" title={title}>
      <Loaded query={changed} failed="The change could not be loaded" look="framed" skeleton="h-48">
        {({ change, products, pagination }) => (
          <div className="grid gap-4">
            <Undo change={change} products={products} />
            <Pages page={page} pages={pagination.pages} onChange={setPage} />
          </div>
        )}
      </Loaded>
    </Modal>
  );
}

function Undo({ change, products }: { change: BulkChangeRecord; products: ChangedProduct[] }) {
  const undo = useUndo(change);
  const categories = useQuery({ queryKey: ['categories'], queryFn: () => api.listCategories() });
  const names: CategoryNames = new Map((categories.data ?? []).map(({ id, name }) => [id, name]));
  const left = change.productCount - change.undoneCount - change.conflictCount;
  const canUndo = change.undoUntil !== null && new Date(change.undoUntil) > new Date();
  return (
    <>
      <p className="text-sm">
        {countOfProducts(change.productCount)} by {change.actorName ?? 'System'}.{' '}
        {change.undoUntil === null && `This change cannot be undone. ${change.withoutUndo}`}
        {change.undoUntil !== null && !canUndo && 'The time to undo it has ended.'}
        {canUndo && notesOn(change)}
      </p>
      {undo.error && <FormFailure>{messageOf(undo.error, 'The change could not be undone.')}</FormFailure>}
      {products.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
          tabIndex={0}
          aria-label="Products"
          className="max-h-96 overflow-y-auto rounded-control border border-line text-sm"
        >
          {products.map((product) => (
            <li
              key={product.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b px-3 py-1.5 last:border-b-0"
            >
              <span className="min-w-0">
                <span className="block">{product.name}</span>
                <Difference product={product} names={names} />
              </span>
              {product.undo === 'undone' && <StatusDot tone="good">Undone</StatusDot>}
              {product.undo === 'conflict' && <StatusDot tone="bad">{product.reason}</StatusDot>}
              {product.undo === null && canUndo && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Undo ${product.name}`}
                  disabled={undo.isPending}
                  onClick={() => undo.mutate([product.id])}
                >
                  Undo
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {canUndo && left > 0 && (
        <div className="flex justify-end">
          <Button loading={undo.isPending} onClick={() => undo.mutate(undefined)}>
            Undo {countOfProducts(left)}
          </Button>
        </div>
      )}
    </>
  );
}

function Difference({
  product: { before, after, fields },
  names,
}: {
  product: ChangedProduct;
  names: CategoryNames;
}) {
  return (
    <span className="tabular block text-ink-muted text-xs">
      {[...labelOfChange(before, after, names), ...fields.map(fieldChange)].map(({ from, to }, index) => (
        <span key={`${from} ${to}`}>
          {index > 0 && ', '}
          {from} <ArrowRight className="inline size-3 text-ink-faint" aria-label="became" /> {to}
        </span>
      ))}
    </span>
  );
}

const labels: Record<string, string> = { warranty: 'Warranty', isDraft: 'Draft' };

/** Returns a field of a form or a file before and after, with its name. */
function fieldChange({ field, before, after }: ChangedProduct['fields'][number]) {
  if (field === 'added') return { from: 'Not in the store', to: 'Added' };
  const label = labels[field] ?? productColumns[field as ProductColumn].label;
  return { from: `${label}: ${before || 'none'}`, to: after || 'none' };
}

/** Says what an undo leaves as it is. */
function notesOn({ change }: BulkChangeRecord): string {
  if (change.kind === 'families') return 'Configurations that moved again stay where they are.';
  if (change.kind === 'added') return 'The undo archives it: it leaves the store, and you can restore it.';
  const stays = 'Products that changed again stay as they are.';
  if (change.kind !== 'imported') return stays;
  const added = change.added > 0 ? ' Products that were added are archived: they leave the store.' : '';
  return `${stays}${added} Weight and barcodes of configurations, and families, are changed back under Families.`;
}

/** Undoes chosen products, or all that are left in calls of up to 100. */
function useUndo({ id, change }: BulkChangeRecord) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (products: string[] | undefined) => {
      const rows: BulkRow[] = [];
      if (change.kind === 'families') {
        await api.undoFamilyChange({ params: { id: change.familyChangeId } });
        return null;
      }
      for (;;) {
        const answer = await api.undoBulkChange({ params: { id }, body: { products } });
        rows.push(...answer.rows);
        if (products || answer.left === 0 || answer.rows.length === 0) return rows;
      }
    },
    onSuccess: (rows) => {
      if (rows === null) return notify('success', 'The families are as before.');
      // The second of two clicks finds nothing left.
      if (rows.length === 0) return;
      const conflicts = rows.filter(({ outcome }) => outcome === 'refused').length;
      const undone = `${countOfProducts(rows.length - conflicts)} undone`;
      if (conflicts === 0) notify('success', `${undone}.`);
      else notify('info', `${undone}. ${formatCount(conflicts)} could not be: the list says why.`);
    },
    onSettled: () =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bulk-preview' }),
  });
}
