import { conditionLabels, originLabels } from '@reprise/contract/catalog/products/conditions';
import type { ConditionOffer } from '@reprise/contract/catalog/products/product';
import type { AdminProduct } from '@reprise/contract/catalog/products/products-admin';
import { formatMoney } from '@reprise/contract/money';
import { Link } from 'react-router';
import { useDialogParam } from '../../../admin-ui/use-dialog-param.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyPlus, ExternalLink } from '../../../ui/icons/lucide.tsx';

/** Links to other pages of this product, above its form. */
export function ProductLinks({ product, onStock }: { product: AdminProduct; onStock: () => void }) {
  const { id, slug, sku, stockCount, soldCount, archivedAt, isDraft } = product;
  return (
    <p className="-mt-1 mb-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <span className="tabular text-ink-muted">
        {sku} · {stockCount} in stock · {soldCount} sold
      </span>
      {archivedAt || isDraft ? (
        <span className="font-medium text-warn-text">{isDraft ? 'Draft' : 'Archived'}: not in the store</span>
      ) : (
        <a
          className="text-link inline-flex items-center gap-1"
          href={`/product/${slug}`}
          target="_blank"
          rel="noreferrer"
        >
          View in the store
          <ExternalLink className="size-3.5" aria-hidden="true" />
        </a>
      )}
      <button type="button" className="text-link" onClick={onStock}>
        Correct stock
      </button>
      <Link className="text-link" to={`/admin/products/${id}/stock`}>
        Stock ledger
      </Link>
    </p>
  );
}

type SiblingsProps = { product: AdminProduct; siblings: ConditionOffer[]; onDuplicate: () => void };

/** Lists other conditions of the model and a button that adds one. */
export function Siblings({ product, siblings, onDuplicate }: SiblingsProps) {
  const edit = useDialogParam('edit');
  const others = siblings.filter(({ id }) => id !== product.id);
  return (
    <div className="grid gap-2 sm:col-span-2">
      <h4 className="font-medium text-sm">Same model in other conditions</h4>
      {others.length === 0 ? (
        <p className="text-ink-muted text-sm">None yet.</p>
      ) : (
        <ul className="rounded-control border border-line text-sm">
          {others.map(({ id, condition, origin, price, stockCount }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 border-line border-b px-3 py-1.5 last:border-b-0"
            >
              <Link className="text-link" to={edit.hrefFor(id)} preventScrollReset>
                {conditionLabels[condition]}
                <span className="text-ink-muted"> · {originLabels[origin]}</span>
              </Link>
              <span className="tabular">
                {formatMoney(price)} <span className="text-ink-muted">· {stockCount} in stock</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button variant="outline" size="sm" onClick={onDuplicate}>
          <CopyPlus className="size-4" aria-hidden="true" />
          Duplicate as another condition
        </Button>
      </div>
    </div>
  );
}
