import type { AdminProduct } from '@reprise/contract/catalog/catalog-admin';
import { stockDifference } from '@reprise/contract/catalog/product';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { readWhole } from '@reprise/contract/typed-number';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { UnsavedChanges } from '../../../admin-ui/unsaved-changes.tsx';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { notify } from '../../../ui/overlays/notify.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { noteOf } from './stock-notes.ts';
import { StockReasonFields } from './stock-reasons.tsx';

export function StockDialog({ productId, onClose }: { productId: string | null; onClose: () => void }) {
  return (
    <Modal open={productId !== null} onClose={onClose} title="Correct stock">
      {productId !== null && <LoadedStock key={productId} productId={productId} onClose={onClose} />}
    </Modal>
  );
}

function LoadedStock({ productId, onClose }: { productId: string; onClose: () => void }) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['product', productId],
    queryFn: () => api.getAdminProduct({ params: { id: productId } }),
    refetchOnMount: 'always',
  });
  if (error) {
    return (
      <ErrorState title="This product could not be loaded" onRetry={() => refetch()} retrying={isFetching}>
        {messageOf(error)}
      </ErrorState>
    );
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <div className="grid h-72 place-items-center text-ink-muted text-xl">
        <Spinner label="Loading" />
      </div>
    );
  }
  return <StockForm product={data.product} onClose={onClose} />;
}

type Draft = { mode: 'change' | 'count'; amount: string; reason: string; details: string };

/**
 * Returns the stock difference. A counted total becomes a difference too, so that sales since then remain
 * counted.
 */
function differenceOf({ mode, amount }: Draft, stockCount: number): number | null {
  const typed = readWhole(amount);
  if (typeof typed !== 'number') return null;
  return mode === 'change' ? typed : typed < 0 ? null : typed - stockCount;
}

function amountErrorOf(draft: Draft, stockCount: number): string | undefined {
  if (draft.amount.trim() === '') return undefined;
  const change = differenceOf(draft, stockCount);
  // The counted stock may equal the stored one, which is no error.
  if (change !== 0 && !stockDifference.safeParse(change).success) return 'Enter a whole number';
  return stockCount + (change ?? 0) < 0 ? `Only ${stockCount} in stock` : undefined;
}

function StockForm({ product, onClose }: { product: AdminProduct; onClose: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<Draft>({ mode: 'change', amount: '', reason: '', details: '' });
  const set = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const saved = useRef(false);
  const { stockCount } = product;
  const change = differenceOf(draft, stockCount);
  const next = change === null ? null : stockCount + change;
  const saving = useMutation({
    mutationFn: () =>
      api.adjustStock({ params: { id: product.id }, body: { change: change ?? 0, note: noteOf(draft) } }),
    onSuccess: ({ product: { stockCount: now } }) => {
      saved.current = true;
      notify('success', `Stock of ${product.name}: ${now}`);
      void queries.invalidateQueries();
      onClose();
    },
  });
  const isDirty = () =>
    !saved.current && (draft.amount !== '' || draft.reason !== '' || draft.details !== '');
  return (
    <>
      <DialogForm
        onSubmit={(event) => {
          event.preventDefault();
          if (change) saving.mutate();
        }}
        onCancel={onClose}
        submitLabel="Save Changes"
        submitDisabled={!change || !draft.reason || (next ?? 0) < 0}
        saving={saving.isPending}
        failure={saving.isError && toSubmitError(saving.error)}
      >
        <div className="grid gap-4">
          <ProductSummary product={product} />
          <ChoiceGroup label="Enter">
            <Radio
              label="Change by an amount"
              name="how"
              checked={draft.mode === 'change'}
              onChange={() => set({ mode: 'change' })}
            />
            <Radio
              label="Set a new total"
              name="how"
              checked={draft.mode === 'count'}
              onChange={() => set({ mode: 'count' })}
            />
          </ChoiceGroup>
          <div className="grid gap-4 sm:grid-cols-2">
            <WholeNumberInput
              label={draft.mode === 'change' ? 'Add or remove' : 'Counted'}
              required
              lowest={draft.mode === 'change' ? -stockCount : 0}
              value={draft.amount}
              onChange={(event) => set({ amount: event.target.value })}
              error={amountErrorOf(draft, stockCount)}
            />
            <dl className="tabular self-end pb-2 text-sm" aria-live="polite">
              <dt className="inline text-ink-muted">Stock </dt>
              <dd className="inline">
                {stockCount}
                {next !== null && next >= 0 && <b> → {next}</b>}
              </dd>
            </dl>
            <StockReasonFields values={draft} onChange={set} />
          </div>
        </div>
      </DialogForm>
      <UnsavedChanges isDirty={isDirty} />
    </>
  );
}

function ProductSummary({ product }: { product: AdminProduct }) {
  return (
    <p className="text-sm">
      <span className="font-semibold">{product.name}</span>
      <br />
      <span className="text-ink-muted">
        {product.sku} ·{' '}
        <Link className="text-link" to={`/admin/products/${product.id}/stock`}>
          Stock ledger
        </Link>
      </span>
    </p>
  );
}

function toSubmitError(error: unknown): string {
  if (problemCodeOf(error) !== 'OUT_OF_STOCK') return messageOf(error, 'Failed to correct the stock');
  return `${(error as Problem).message} Units were sold while this was open.`;
}
