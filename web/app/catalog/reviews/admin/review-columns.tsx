import type { AdminReview } from '@reprise/contract/catalog/reviews/reviews';
import type { ListColumn } from '../../../admin-ui/list/data-list.tsx';
import { formatDateTime, formatDay } from '../../../formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Eye, EyeOff } from '../../../ui/icons/lucide.tsx';
import { StatusDot } from '../../../ui/status-dot.tsx';

export const reviewColumns: ListColumn<AdminReview>[] = [
  { id: 'review', label: 'Review', cell: (review) => <ReviewText {...review} /> },
  {
    id: 'product',
    label: 'Product',
    cell: ({ product }) =>
      product.slug === null ? (
        <span className="block max-w-52 truncate text-ink-muted" title={`${product.name}, deleted`}>
          {product.name}, deleted
        </span>
      ) : (
        <a
          href={`/product/${product.slug}?reviews=1#about`}
          target="_blank"
          rel="noreferrer"
          title={product.name}
          className="block max-w-52 truncate hover:underline"
        >
          {product.name}
        </a>
      ),
  },
  { id: 'stars', label: 'Stars', number: true, phone: 'labelled', cell: ({ rating }) => rating },
  { id: 'writer', label: 'Author', cell: ({ author }) => author },
  {
    id: 'written',
    label: 'Written',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatDay(createdAt)}
      </time>
    ),
  },
  {
    id: 'state',
    label: 'State',
    cell: ({ hidden }) => (
      <StatusDot tone={hidden ? 'warn' : 'good'}>{hidden ? 'Hidden' : 'Visible'}</StatusDot>
    ),
  },
];

/** Expands the text in place, so that it can be read before a decision. */
function ReviewText({ title, text }: AdminReview) {
  return (
    <details className="group w-52 sm:w-80">
      <summary className="flex cursor-pointer list-none items-center gap-1 rounded-control pointer-coarse:min-h-11">
        <span className="min-w-0 truncate group-open:whitespace-normal">
          {title || text}
          {title && <span className="ml-1.5 font-normal text-ink-muted group-open:hidden">{text}</span>}
        </span>
      </summary>
      {title && <p className="whitespace-pre-line break-words py-1 font-normal">{text}</p>}
    </details>
  );
}

type HideButtonProps = { review: AdminReview; saving: boolean; onHide: (hidden: boolean) => void };

export function HideButton({ review: { author, product, hidden }, saving, onHide }: HideButtonProps) {
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={saving}
      aria-label={`${hidden ? 'Show' : 'Hide'} the review by ${author} of ${product.name}`}
      onClick={() => onHide(!hidden)}
    >
      {hidden ? (
        <Eye className="size-4" aria-hidden="true" />
      ) : (
        <EyeOff className="size-4" aria-hidden="true" />
      )}
      {hidden ? 'Show' : 'Hide'}
    </Button>
  );
}
