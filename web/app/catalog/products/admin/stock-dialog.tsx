import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { stockAdjustment, stockDifference } from '@reprise/contract/catalog/products/stock-movement';
import { type Problem, problemCodeOf } from '@reprise/contract/problem';
import { readWhole } from '@reprise/contract/typed-number';
import { Link } from 'react-router';
import { DialogForm } from '../../../admin-ui/dialog-form.tsx';
import { LoadedDialog } from '../../../admin-ui/forms/loaded-dialog.tsx';
import { useSavedForm } from '../../../admin-ui/forms/use-saved-form.ts';
import { api } from '../../../api/browser-api.ts';
import { messageOf } from '../../../api/error-message.ts';
import { ChoiceGroup, Radio } from '../../../ui/forms/checkbox.tsx';
import { WholeNumberInput } from '../../../ui/forms/number-input.tsx';
import { noteOf } from './stock-notes.ts';
import { StockReasonFields } from './stock-reasons.tsx';

type StockDialogProps = { productId: string; onClose: () => void };

export function StockDialog({ productId, onClose }: StockDialogProps) {
  return (
    <LoadedDialog
      title="Correct stock"
      onClose={onClose}
      query={{
        queryKey: ['product', productId],
        queryFn: () => api.getAdminProduct({ params: { id: productId } }),
      }}
      failed="This product could not be loaded"
      skeleton="h-72"
    >
      {({ product }) => <StockForm product={product} onClose={onClose} />}
    </LoadedDialog>
  );
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
  const { stockCount } = product;
  const form = useSavedForm({
    defaultValues: { mode: 'change', amount: '', reason: '', details: '' } as Draft,
    schema: stockAdjustment,
    bodyOf: (draft) => ({ change: differenceOf(draft, stockCount), note: noteOf(draft) }),
    save: (body) => api.adjustStock({ params: { id: product.id }, body }),
    done: ({ product: { stockCount: now } }) => `Stock of ${product.name}: ${now}`,
    failureOf: toSubmitError,
    onSaved: onClose,
  });
  const draft = form.watch();
  const change = differenceOf(draft, stockCount);
  const next = change === null ? null : stockCount + change;
  return (
    <DialogForm
      form={form}
      guarded
      onCancel={onClose}
      submitLabel="Save Changes"
      submitDisabled={!change || !draft.reason || (next ?? 0) < 0}
    >
      <div className="grid gap-4">
        <ProductSummary product={product} />
        <ChoiceGroup label="Enter">
          <Radio label="Change by an amount" value="change" {...form.register('mode')} />
          <Radio label="Set a new total" value="count" {...form.register('mode')} />
        </ChoiceGroup>
        <div className="grid gap-4 sm:grid-cols-2">
          <WholeNumberInput
            label={draft.mode === 'change' ? 'Add or remove' : 'Counted'}
            required
            lowest={draft.mode === 'change' ? -stockCount : 0}
            {...form.register('amount')}
            error={amountErrorOf(draft, stockCount)}
          />
          <dl className="tabular self-end pb-2 text-sm" aria-live="polite">
            <dt className="inline text-ink-muted">Stock </dt>
            <dd className="inline">
              {stockCount}
              {next !== null && next >= 0 && <b> → {next}</b>}
            </dd>
          </dl>
          <StockReasonFields reason={form.field('reason')} details={form.field('details')} />
        </div>
      </div>
    </DialogForm>
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
