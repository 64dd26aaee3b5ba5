import type { PastEdit } from '@reprise/contract/sales/orders/order-edit';
import { formatDateTime } from '../../../../formats.ts';
import type { LoadedContext } from '../order-context.ts';
import { OrderSection } from '../order-section.tsx';

/** Lists the edits of an order; nothing without any. */
export function OrderEdits({ background }: { background: LoadedContext }) {
  const edits = background.data?.edits ?? [];
  if (edits.length === 0) return null;
  return (
    <OrderSection title="Changes">
      <ul className="grid gap-4">
        {edits.map((edit) => (
          <Edit key={edit.id} edit={edit} />
        ))}
      </ul>
    </OrderSection>
  );
}

function Edit({ edit: { author, createdAt, reason, changes } }: { edit: PastEdit }) {
  return (
    <li className="text-sm">
      <p className="text-ink-muted">
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>, {author}
      </p>
      {reason && <p className="wrap-anywhere font-medium">{reason}</p>}
      <dl className="mt-1 grid gap-1">
        {changes.map(({ label, before, after }) => (
          <div key={label} className="flex flex-wrap gap-x-2">
            <dt className="text-ink-muted">{label}</dt>
            <dd className="tabular wrap-anywhere">{changeText(before, after)}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function changeText(before: string | null, after: string | null): string {
  if (before === null) return `added: ${after ?? ''}`;
  return after === null ? `removed: ${before}` : `${before} → ${after}`;
}
